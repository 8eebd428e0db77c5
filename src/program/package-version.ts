import { readFileSync } from 'node:fs';

/** `file`: where the manifest is, seen from the bundle that asks. */
export function packageVersion(file = new URL('../../package.json', import.meta.url)): string {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}
