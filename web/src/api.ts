import {
  type CallOptions,
  type Client,
  createClient,
  ProblemError,
} from '../../src/interfaces/http/client.ts';

/** Fired when the server asks for an access token. */
export const TOKEN_NEEDED = 'dossier-token-needed';
const TOKEN_KEY = 'dossier-token';

export function storeToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

type Input<Name extends keyof Client> = Parameters<Client[Name]>[0];
type Output<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;

/** Calls an operation of the service the page comes from. */
export async function call<Name extends keyof Client>(
  name: Name,
  input: Input<Name>,
  options?: CallOptions,
): Promise<Output<Name>> {
  const token = sessionStorage.getItem(TOKEN_KEY);
  const client = createClient({
    url: location.origin,
    fetch: (...request) => fetch(...request),
    ...(token === null ? {} : { token }),
  });
  const method = client[name] as (input: Input<Name>, options?: CallOptions) => Promise<Output<Name>>;
  try {
    return await method(input, options);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 401) dispatchEvent(new Event(TOKEN_NEEDED));
    throw error;
  }
}

/** The service's metrics in the Prometheus text format. */
export async function readMetrics(signal: AbortSignal): Promise<string> {
  const token = sessionStorage.getItem(TOKEN_KEY);
  const response = await fetch('/metrics', {
    signal,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
  if (!response.ok)
    throw new Error(`The metrics could not be read: ${response.status} ${response.statusText}.`);
  return response.text();
}
