import type { Config } from './config.ts';
import { DossierError } from './errors.ts';

/** Set to 1 by who trusts the settings of the projects they open. */
export const TRUST_VARIABLE = 'DOSSIER_TRUST_PROJECT';

/**
 * A settings file comes with a project, which may be anybody's. What it says must not send the project's
 * text, records or a key to another machine, nor lead to a file outside the project; who opens it may.
 */
export function refuseLeadingOut(
  { store, embedder }: Config,
  { path, says }: { readonly path: string; readonly says: (setting: string) => boolean },
): void {
  const refuse = (setting: string, what: string): never => {
    throw new DossierError(
      'forbidden',
      `${path} sets ${setting} to ${what}. If you trust this project, set ${TRUST_VARIABLE}=1 or give the setting yourself; else remove it from the file.`,
    );
  };
  if (embedder.kind === 'http' && says('embedder.url') && isElsewhere(embedder.url ?? '')) {
    refuse('embedder.url', `${hostOf(embedder.url ?? '')}, where the project's text would be sent`);
  }
  if (embedder.kind === 'onnx' && says('embedder.model') && leavesFolder(embedder.model ?? '')) {
    refuse('embedder.model', 'a folder outside the project');
  }
  if (store === undefined || !says('store')) return;
  if (isAddress(store) && isElsewhere(store)) {
    refuse('store', `a database on ${hostOf(store)}, where all records would be kept`);
  }
  if (!isAddress(store) && leavesFolder(store)) refuse('store', 'a file outside the project');
}

const isAddress = (place: string) => /^[a-z]+:\/\//i.test(place);
/** A host among the parameters of a database's address wins over the one before them. */
const isElsewhere = (address: string) =>
  !/^(?:|localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostOf(address)) || /[?&]host/i.test(address);

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address;
}

function leavesFolder(path: string): boolean {
  return /^(?:[\\/~]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..');
}
