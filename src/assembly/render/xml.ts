import type { RenderOptions } from '../../core/context.ts';
import { type Block, rangesOf, rangeText } from '../block.ts';
import type { Layout, MapFile } from './layout.ts';
import { lineText, placeText, scoreText } from './line-text.ts';
import { namesShown } from './names-shown.ts';

/** One XML document. Content is in CDATA when it needs escaping, which costs fewer tokens for code. */
export function xmlLayout(options: RenderOptions): Layout {
  const grouped = options.groupBy !== 'none';
  const between = options.separator === '' ? '\n' : `\n${escapeText(options.separator)}\n`;
  return {
    open: `<context>\n${element('header', options.header)}`,
    body: { open: '', close: '\n' },
    group: ({ name }) =>
      grouped
        ? { open: `<group by="${options.groupBy}" name="${escapeAttribute(name)}">\n`, close: '\n</group>' }
        : { open: '', close: '' },
    betweenGroups: between,
    block: (block) => xmlBlock(block, options),
    between,
    map: {
      open: (note) => `<map note="${escapeAttribute(note)}">\n`,
      file: fileElement,
      between: '\n',
      close: '\n</map>\n',
    },
    ...(options.sourcesFooter
      ? { sources: { open: '<sources>\n', entry: sourceElement, between: '\n', close: '\n</sources>\n' } }
      : {}),
    close: `${element('footer', options.footer)}</context>\n`,
    printsEmpty: true,
  };
}

function xmlBlock(block: Block, options: RenderOptions): string {
  const ranges = rangesOf(block);
  const attributes = {
    ...(block.citation === undefined ? {} : { cite: block.citation }),
    source: block.source,
    type: block.entityType,
    name: namesShown(block),
    ...(options.fileHeaders && block.path !== undefined ? { path: block.path } : {}),
    ...(options.fileHeaders && ranges.length > 0 ? { lines: rangeText(ranges) } : {}),
    ...(block.language === undefined ? {} : { language: block.language }),
    ...(options.scores ? { relevance: scoreText(block.relevance) } : {}),
    ...(block.truncated ? { truncated: 'true' } : {}),
    ...(block.stale ? { stale: 'true' } : {}),
  };
  const imports = options.imports ? block.imports.map((text) => element('import', text)).join('') : '';
  const related = options.related ? block.related.map((text) => element('related', text)).join('') : '';
  const content = lineText(block, options);
  // XML has no way to write most control characters: such content is a JSON string, and says so.
  const body = isLegal(content)
    ? `<content>${characterData(content)}</content>`
    : `<content encoding="json">${characterData(asciiJson(content))}</content>`;
  return `<item${attributeText(attributes)}>\n${imports}${related}${body}\n</item>`;
}

function fileElement({ path, places, citation }: MapFile): string {
  const attributes = { ...(citation === undefined ? {} : { cite: citation }), path };
  return `<file${attributeText(attributes)}>${escapeText(places.map(placeText).join('; '))}</file>`;
}

function sourceElement(block: Block): string {
  const ranges = rangesOf(block);
  const attributes = {
    ...(block.citation === undefined ? {} : { cite: block.citation }),
    ...(block.path === undefined ? { name: block.name } : { path: block.path }),
    ...(ranges.length === 0 ? {} : { lines: rangeText(ranges) }),
  };
  return `<source${attributeText(attributes)}/>`;
}

function attributeText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

function element(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeText(text)}</${name}>\n`;
}

const ILLEGAL = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function isLegal(text: string): boolean {
  return text.search(ILLEGAL) < 0;
}

function characterData(text: string): string {
  if (!/[<&]|\]\]>/.test(text)) return text;
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replaceAll(
    ILLEGAL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(ILLEGAL, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n]/g, ' ');
}
