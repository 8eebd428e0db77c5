import { z } from 'zod';
import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { DossierError, errorMessage } from '../core/errors.ts';
import { withoutSecrets } from '../core/text/redact-secrets.ts';
import { embedRecords, type RecordTexts } from './embed-records.ts';
import { experienceSchema } from './experiences/experience.ts';
import { experiences } from './experiences/experiences.ts';
import { withWorkNames } from './experiences/work-names.ts';
import { memorySchema } from './memories/memory.ts';
import { memories } from './memories/memory-records.ts';
import type { RecordKind } from './record-kind.ts';
import { valueSchema } from './values/value.ts';
import { values } from './values/values.ts';

export const KNOWLEDGE_KINDS = ['memory', 'experience', 'value'] as const;

/** Our own ids are far shorter; databases accept no key of several thousand bytes. */
const LONGEST_ID = 200;
const line = { id: z.string().min(1).max(LONGEST_ID), updatedAt: z.number() };
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('memory'), ...line, body: memorySchema }),
  z.object({ kind: z.literal('experience'), ...line, body: experienceSchema }),
  z.object({ kind: z.literal('value'), ...line, body: valueSchema }),
]);
type Line = z.output<typeof lineSchema>;

/** All knowledge as JSON lines, oldest first; the same store gives the same bytes. */
export async function exportKnowledge(
  engine: Engine,
  kinds: readonly (typeof KNOWLEDGE_KINDS)[number][],
): Promise<{ readonly text: string; readonly records: number }> {
  const records = await recordsOf(engine);
  const lines: string[] = [];
  for (const kind of kinds) {
    for (let offset = 0; ; offset += PAGE) {
      const page = await records.list(kind, { limit: PAGE, offset, order: 'oldest' });
      for (const { id, updatedAt, body } of page) {
        const raw = { kind, id, updatedAt, body };
        // Fields in schema order, whatever wrote them; an invalid record is exported as it is.
        lines.push(JSON.stringify(lineSchema.safeParse(raw).data ?? raw));
      }
      if (page.length < PAGE) break;
    }
  }
  return { text: lines.map((text) => `${text}\n`).join(''), records: lines.length };
}

/**
 * Imports an export. An existing record stays unless the imported one is newer; an unreadable line is skipped and
 * named. Idempotent.
 */
export async function importKnowledge(
  engine: Engine,
  text: string,
): Promise<{
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  readonly warnings: readonly string[];
}> {
  const records = await recordsOf(engine);
  const skipped: { line: number; reason: string }[] = [];
  const warnings = new Set<string>();
  let imported = 0;
  let unchanged = 0;
  const saved: RecordTexts[] = [];
  const embedSaved = async (): Promise<void> => {
    for (const warning of await embedRecords(engine, saved.splice(0))) warnings.add(warning);
  };
  // Only line feeds end a line: a text may hold U+2028 and the like.
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '') continue;
    const parsed = parseLine(raw);
    if (typeof parsed === 'string') {
      skipped.push({ line: index + 1, reason: parsed });
      continue;
    }
    const present = await records.get(parsed.kind, parsed.id);
    if (present !== undefined && present.updatedAt >= parsed.updatedAt) {
      unchanged++;
      continue;
    }
    const { clean, warnings: masked } = withoutSecrets(parsed);
    const { line: named, notes } = withNames(clean);
    for (const warning of [...masked, ...notes]) warnings.add(warning);
    const { record, texts } = recordFor(named);
    await records.put(record);
    saved.push({ kind: parsed.kind, id: parsed.id, texts });
    if (saved.length >= PAGE) await embedSaved();
    imported++;
  }
  await embedSaved();
  if (imported + unchanged === 0 && skipped.length > 0) {
    throw new DossierError(
      'invalid-input',
      `None of the lines could be read; the first: ${skipped[0]?.reason}`,
    );
  }
  return { imported, unchanged, skipped, warnings: [...warnings] };
}

const PAGE = 500;

function parseLine(raw: string): Line | string {
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch (error) {
    return `not JSON (${errorMessage(error)})`;
  }
  const parsed = lineSchema.safeParse(json);
  return parsed.success ? parsed.data : z.prettifyError(parsed.error).replaceAll('\n', ' ');
}

/** Exports of other versions and programs may use words of their own for kinds of work. */
function withNames(line: Line): { readonly line: Line; readonly notes: readonly string[] } {
  if (line.kind !== 'experience') return { line, notes: [] };
  const { value, tags, notes } = withWorkNames(line.body);
  return { line: { ...line, body: { ...value, tags: [...new Set([...value.tags, ...tags])] } }, notes };
}

function recordFor(line: Line) {
  switch (line.kind) {
    case 'memory':
      return importedRecord(memories, line);
    case 'experience':
      return importedRecord(experiences, line);
    case 'value':
      return importedRecord(values, line);
  }
}

function importedRecord<Body>(
  kind: RecordKind<Body>,
  { id, body, updatedAt }: { readonly id: string; readonly body: Body; readonly updatedAt: number },
) {
  return { record: kind.recordOf(id, body, updatedAt), texts: kind.texts(body) };
}
