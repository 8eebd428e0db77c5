import { languageNamed } from '../core/languages.ts';
import type { ParsedFile } from '../core/parser.ts';
import type { ChunkInfo, FileRole } from '../core/store.ts';

/** What a file is for. Tests, examples, declarations and the like rank lower unless asked for. */
export function fileRoleOf(path: string, parsed: ParsedFile): FileRole {
  if (GENERATED_PATH.test(path)) return 'generated';
  if (isTestPath(path)) return 'test';
  if (EXAMPLE_PATH.test(path)) return 'example';
  const role = languageNamed(parsed.language)?.role;
  if (role === 'document') return 'document';
  if (/\.d\.[cm]?ts$|\.pyi$|\.rbi$/.test(path)) return 'declaration';
  if (role === 'config' || CONFIG_PATH.test(path)) return 'config';
  if (BESIDE_PATH.test(path)) return 'example';
  return isBarrel(path, parsed) ? 'barrel' : 'source';
}

/** What part of a file is for: Rust keeps unit tests in a module of the file they test. */
export function chunkRoleOf({
  role,
  language,
  qualifiedName,
}: Pick<ChunkInfo, 'role' | 'language' | 'qualifiedName'>): FileRole {
  return role === 'source' && language === 'rust' && TEST_MODULE.test(qualifiedName) ? 'test' : role;
}

const TEST_MODULE = /(?:^|\.)tests?(?:\.|$)/;

export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}

const TEST_FOLDER =
  /(^|\/)([Tt]ests?|__\w*tests?__|__mocks__|specs?|testing|e2e|fixtures?|([\w-]+[-_])?test(ing)?[-_]?([Ff]ixtures?|data|utils?|helpers?|support|kit)|cypress|playwright|[\w-]+[-_.]tests?|[A-Z][\w.]*Tests?(\.[A-Z]\w*)?|src\/(test|\w+Test))\//;
const TEST_NAME =
  /(^|\/)(test_[^/]+|conftest)\.py$|[._-](test|tests|spec|e2e|bench)\.[cm]?[jt]sx?$|_(test|tests|spec|unittest)\.\w+$|(^|\/)[A-Z]\w*(Test|Tests|Spec|IT)\.(java|kt|scala|cs|swift|php|groovy)$|(^|\/)tests?\.rs$|\.(t|bats|feature)$/;
const EXAMPLE_PATH =
  /(^|\/)(examples?|samples?|demos?|_examples?|tutorials?|playgrounds?|benchmarks?|benches|bench|sandbox|docs_src|snippets)\//i;
/** Programs beside the documentation, and those that measure. */
const BESIDE_PATH =
  /(^|\/)[\w.-]+\.docc\/|^(packages\/[\w.-]+\/)?(docs?|documentation)\/|(^|[/_-])bench([_-]tool)?\.\w+$/i;
const GENERATED_PATH = /(^|\/)(generated|__generated__|gen|autogen)\//;
const CONFIG_PATH =
  /(^|\/)([\w.-]+\.config\.[cm]?[jt]s|\.[\w-]+rc(\.[cm]?js)?|setup\.py|conanfile\.py|gulpfile\.js|Gruntfile\.js)$/;

/** Whether a file only re-exports what others define. */
function isBarrel(path: string, { units, imports }: ParsedFile): boolean {
  if (imports.length === 0) return false;
  if (/(^|\/)(index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|lib\.rs)$/.test(path)) {
    return units.length <= imports.length && units.every((unit) => SMALL.has(unit.entityType));
  }
  return units.length === 0 && /\.[cm]?[jt]sx?$/.test(path) && imports.length >= MIN_REEXPORTS;
}

const SMALL: ReadonlySet<string> = new Set(['variable', 'namespace', 'type']);
const MIN_REEXPORTS = 2;
