import {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  ProblemError,
} from '../../src/interfaces/http/client.ts';
import { PROJECT_HEADER } from '../../src/interfaces/http/routes.ts';
import { noteAnswer, noteConnection } from './connection.ts';
import { LOCAL_TOKEN_KEY } from './take-token.ts';

/** Fired when the server asks for an access token. */
export const TOKEN_NEEDED = 'dossier-token-needed';
const PROJECT_KEY = 'dossier-project';

/** The project this tab shows; null: the one the server was started in. */
const project = sessionStorage.getItem(PROJECT_KEY);
// A token opens one project, so each project has its own.
const tokenKey = `dossier-token ${project ?? ''}`;

export function storeToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/** Switches to another project; everything on the page belongs to one, so the page reloads. */
export function switchProject(name: string | null): void {
  if (name === null) sessionStorage.removeItem(PROJECT_KEY);
  else sessionStorage.setItem(PROJECT_KEY, name);
  location.reload();
}

function identity(): Pick<ClientOptions, 'token' | 'project'> {
  const token = sessionStorage.getItem(tokenKey) ?? localStorage.getItem(LOCAL_TOKEN_KEY);
  return { ...(token === null ? {} : { token }), ...(project === null ? {} : { project }) };
}

type Input<Name extends keyof Client> = NonNullable<Parameters<Client[Name]>[0]>;
type Output<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;

/** Calls an operation of the service the page comes from. */
export async function call<Name extends keyof Client>(
  name: Name,
  input: Input<Name>,
  options?: CallOptions,
): Promise<Output<Name>> {
  const client = createClient({
    url: location.origin,
    // Changes held back for undo are sent when the page is left, and must outlive it.
    fetch: (address, init) =>
      fetch(address, {
        ...init,
        keepalive: init?.method === 'DELETE' || String(address).endsWith('/accept'),
      }),
    ...identity(),
  });
  const method = client[name] as (input: Input<Name>, options?: CallOptions) => Promise<Output<Name>>;
  try {
    const reply = await method(input, options);
    noteAnswer();
    return reply;
  } catch (error) {
    if (error instanceof ProblemError) recover(error.problem.status, name);
    throw error;
  }
}

function recover(status: number, name: keyof Client): void {
  if (status === 0) noteConnection('offline');
  else if (status === 503) noteConnection('busy');
  else noteAnswer();
  if (status === 401) dispatchEvent(new Event(TOKEN_NEEDED));
  // The server at this address may now be another one, with another store.
  if (status === 404 && name === 'status' && project !== null) switchProject(null);
}

/** The service's metrics in the Prometheus text format, since it started or of the last minutes. */
export async function readMetrics(
  path: '/metrics' | '/metrics/recent',
  signal: AbortSignal,
): Promise<string> {
  const { token } = identity();
  const response = await fetch(path, {
    signal,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(project === null ? {} : { [PROJECT_HEADER]: encodeURIComponent(project) }),
    },
  });
  if (!response.ok)
    throw new Error(`The metrics could not be read: ${response.status} ${response.statusText}.`);
  return response.text();
}
