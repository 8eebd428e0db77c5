import type { Operation } from '../../operations/operation.ts';
import { type OpenApiOperation, openApiDocument } from './openapi-document.ts';

/** The OpenAPI document as an HTML page: no script, nothing loaded from elsewhere. */
export function openApiPage(operations: Readonly<Record<string, Operation>>, version: string): string {
  const { paths } = openApiDocument(operations, version);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const contents = calls.map(
    ({ path, method, call }) =>
      `<li><a href="#${call.operationId}"><code>${method} ${escapeHtml(path)}</code></a> ${escapeHtml(call.summary)}</li>`,
  );
  const sections = calls.map(({ path, method, call }) => sectionOf(path, method, call));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dossier HTTP interface ${escapeHtml(version)}</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<main>
<h1>Dossier HTTP interface</h1>
<p>Version ${escapeHtml(version)}. For programs: <a href="/openapi.json">OpenAPI 3.1 document</a>. Send
<code>Authorization: Bearer &lt;token&gt;</code> where the server asks for one; errors are
<code>application/problem+json</code>; <code>Accept: text/event-stream</code> follows long operations.</p>
<nav aria-label="Operations"><ul>${contents.join('\n')}</ul></nav>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function sectionOf(path: string, method: string, call: OpenApiOperation): string {
  const rows = [
    ...call.parameters.map(({ name, in: place, required, schema }) => row(name, place, required, schema)),
    ...bodyFields(call).map(([name, required, schema]) => row(name, 'body', required, schema)),
  ];
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<section id="${call.operationId}"><h2><code>${method} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(call.summary)}.</p><p>${escapeHtml(call.description)}</p>${table}</section>`;
}

function row(name: string, place: string, required: boolean, schema: unknown): string {
  const { type, description, default: preset } = summaryOf(schema);
  const note = required ? 'required' : preset === undefined ? '' : `default ${JSON.stringify(preset)}`;
  const cells = [
    `<code>${escapeHtml(name)}</code>`,
    place,
    escapeHtml(type),
    escapeHtml(`${description} ${note && `(${note})`}`),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function summaryOf(schema: unknown): { type: string; description: string; default?: unknown } {
  if (typeof schema !== 'object' || schema === null) return { type: '', description: '' };
  const { type, enum: choices, description, default: preset } = schema as Record<string, unknown>;
  return {
    type: Array.isArray(choices) ? choices.join(' | ') : typeof type === 'string' ? type : '',
    description: typeof description === 'string' ? description : '',
    default: preset,
  };
}

function bodyFields(call: OpenApiOperation): readonly [string, boolean, unknown][] {
  const content = call.requestBody?.['content'] as
    | { 'application/json': { schema: { properties: Record<string, unknown>; required?: string[] } } }
    | undefined;
  if (content === undefined) return [];
  const { properties, required = [] } = content['application/json'].schema;
  return Object.entries(properties).map(([name, schema]) => [name, required.includes(name), schema]);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A separate file: the content policy forbids inline styles. */
export const OPENAPI_STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #8884}
h2{margin-top:2.5rem;font-size:1.1rem}nav li{margin:.2rem 0}code{font-size:.95em}`;
