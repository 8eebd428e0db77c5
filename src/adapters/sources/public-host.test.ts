import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepositoryUrl } from '../../core/repository-url.ts';
import { addressesOf, isPublicAddress } from './public-host.ts';

const addresses = (url: string, allowed: readonly string[] = []) =>
  addressesOf(parseRepositoryUrl(url), allowed);

describe('hosts a worker may reach', () => {
  it.each([
    'https://127.0.0.1/a/b',
    'https://localhost/a/b',
    'https://10.1.2.3/a/b',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1:8443/a/b',
    'https://[::1]/a/b',
    'https://[fd00::1]/a/b',
    'https://[::ffff:127.0.0.1]/a/b',
    'https://2130706433/a/b',
    'https://0x7f.1/a/b',
    'https://0.0.0.0/a/b',
    'http://93.184.216.34/a/b',
    'file:///srv/git/a',
  ])('are not those of %s', async (url) => {
    await expect(addresses(url)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are public ones, and those that are allowed', async () => {
    expect(await addresses('https://93.184.216.34/a/b')).toEqual(['93.184.216.34']);
    expect(await addresses('https://[2606:2800:220:1::1]/a/b')).toEqual(['2606:2800:220:1::1']);
    expect(await addresses('http://127.0.0.1:8080/a/b', ['127.0.0.1:8080'])).toEqual(['127.0.0.1']);
    expect(await addresses('file:///srv/git/a', ['file:'])).toEqual([]);
    // Another port of an allowed host is another server.
    await expect(addresses('https://127.0.0.1:9090/a/b', ['127.0.0.1:8080'])).rejects.toThrow(
      '--allow 127.0.0.1:9090',
    );
  });

  it('are never of a private IPv4 network, in whichever form it is written', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), fc.nat(255), (b, c, d) => {
        for (const first of [10, 127, 0, 224, 255])
          expect(isPublicAddress(`${first}.${b}.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`192.168.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`::ffff:10.${b}.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::10.${b}.${c}.${d}`)).toBe(false);
      }),
    );
  });
});
