import type { Config } from './config.ts';
import { DossierError } from './errors.ts';

/** Set to 1 by users who trust the settings of the projects they open. */
export const TRUST_VARIABLE = 'DOSSIER_TRUST_PROJECT';

/**
 * A settings file comes with a project, which may be anyone's. It must not send the project's text, records or a key to
 * another machine, nor name a file outside the project. The user's own settings may.
 */
export function rejectUntrustedSettings(
  { store, embedder }: Config,
  { path, says }: { readonly path: string; readonly says: (setting: string) => boolean },
): void {
  const reject = (setting: string, what: string): never => {
    throw untrustedSetting(path, setting, what);
  };
  if (embedder.kind === 'http' && says('embedder.url') && !isOnThisMachine(embedder.url ?? '')) {
    reject('embedder.url', `${hostOf(embedder.url ?? '')}, where the project's text would be sent`);
  }
  if (embedder.kind === 'onnx' && says('embedder.model') && leavesFolder(embedder.model ?? '')) {
    reject('embedder.model', 'a folder outside the project');
  }
  if (store === undefined || !says('store')) return;
  if (!isAddress(store)) {
    if (leavesFolder(store)) reject('store', 'a file outside the project');
    return;
  }
  if (!isOnThisMachine(store)) {
    reject('store', `a database on ${hostOf(store)}, where all records would be kept`);
  }
  const unknown = parametersOf(store).find((name) => !HARMLESS_PARAMETERS.has(name));
  if (unknown !== undefined) {
    reject('store', `an address with the parameter "${unknown}", which could lead to another machine`);
  }
}

export function untrustedSetting(path: string, setting: string, what: string): DossierError {
  return new DossierError(
    'forbidden',
    `${path} sets ${setting} to ${what}. If you trust this project, set ${TRUST_VARIABLE}=1 or give the setting yourself; else remove it from the file.`,
  );
}

/** Parameters of a database address that name no host, file or program. All others are rejected, after decoding. */
const HARMLESS_PARAMETERS: ReadonlySet<string> = new Set([
  'application_name',
  'connect_timeout',
  'statement_timeout',
]);

function parametersOf(address: string): string[] {
  if (!URL.canParse(address)) return ['?'];
  return [...new URL(address).searchParams.keys()].map((name) => name.toLowerCase());
}

const isAddress = (place: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(place);
const isOnThisMachine = (address: string) =>
  /^(?:|localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostOf(address));

function hostOf(address: string): string {
  if (!URL.canParse(address)) return address;
  return new URL(address).hostname.toLowerCase();
}

function leavesFolder(path: string): boolean {
  return /^(?:[\\/~]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..');
}
