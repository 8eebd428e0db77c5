/** The code inside a component or page, with everything else blanked so that line numbers stay the same. */
export function scriptOf(language: string, text: string): { language: string; text: string } | undefined {
  if (!PAGES.has(language)) return undefined;
  const pattern = language === 'astro' ? ASTRO : SCRIPT;
  let script = '';
  let end = 0;
  let typed = language === 'astro';
  for (const found of text.matchAll(pattern)) {
    const { attributes = '', code = '' } = found.groups ?? {};
    if (
      /\bsrc\s*=|type\s*=\s*["'](?!module|text\/(javascript|babel)|application\/javascript)/.test(attributes)
    )
      continue;
    if (/\blang\s*=\s*["']tsx?["']/.test(attributes)) typed = true;
    const start = found.index + found[0].indexOf('>', attributes.length) + 1;
    const codeStart = language === 'astro' ? found.index + 3 : start;
    script += blank(text.slice(end, codeStart)) + code;
    end = codeStart + code.length;
  }
  return { language: typed ? 'typescript' : 'javascript', text: script + blank(text.slice(end)) };
}

const PAGES = new Set(['vue', 'svelte', 'astro', 'html']);
const SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script\s*>/gi;
const ASTRO = /^---(?<code>[\s\S]*?)^---/gm;

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
