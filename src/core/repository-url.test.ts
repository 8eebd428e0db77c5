import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBranchName, parseRepositoryUrl } from './repository-url.ts';

describe('the address of a repository', () => {
  it('names the project', () => {
    expect(parseRepositoryUrl('https://github.com/honojs/hono.git')).toEqual({
      url: 'https://github.com/honojs/hono.git',
      protocol: 'https',
      host: 'github.com',
      name: 'honojs/hono',
    });
    expect(parseRepositoryUrl('https://git.example.org:8443/a/b/c').name).toBe('a/b/c');
    expect(parseRepositoryUrl('file:///srv/git/engine.git')).toMatchObject({ protocol: 'file', host: '' });
  });

  it.each([
    'ext::sh -c touch% /tmp/x',
    '--upload-pack=touch /tmp/x',
    '-oProxyCommand=x',
    'git@github.com:honojs/hono.git',
    'ssh://git@github.com/honojs/hono',
    'git://github.com/honojs/hono',
    'https://github.com',
    'https://github.com/-x/--upload-pack=y',
    'https://github.com/a/b?c=d',
    'https://github.com/a/b#c',
    'https://github.com/a b/c;d',
    'https://github.com/team/..%2fother/b',
    'https://github.com/team/%5c..%5cother/b',
    'https://github.com/a/b%0ac',
    'file://host/share',
    'honojs/hono',
    '',
  ])('is not %s', (text) => {
    expect(() => parseRepositoryUrl(text)).toThrow('is not the address of a repository');
  });

  it('has no password', () => {
    expect(() => parseRepositoryUrl('https://ada:secret@github.com/a/b')).toThrow('Leave it out');
    expect(() => parseRepositoryUrl('https://ghp_token@github.com/a/b')).toThrow('Leave it out');
  });

  it('never begins a word with a dash, nor leaves its protocol', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })),
        (text) => {
          let parsed: ReturnType<typeof parseRepositoryUrl> | undefined;
          try {
            parsed = parseRepositoryUrl(text);
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid-input' });
          }
          if (parsed !== undefined) {
            expect(parsed.url).toMatch(/^(https?|file):\/\/[^\s@]*$/);
            expect(parsed.name).not.toMatch(/(^|\/)(-|\.\.(\/|$))/);
          }
        },
      ),
    );
  });
});

describe('the name of a branch', () => {
  it('is what git takes, without options and refspecs', () => {
    for (const name of ['main', 'release/1.x', 'feature-2_a'])
      expect([name, isBranchName(name)]).toEqual([name, true]);
    for (const name of ['-x', 'a..b', 'a:b', '+a', 'a b', 'a.lock', '/a', 'a/', 'a//b', 'a^', '', 'a\n'])
      expect([name, isBranchName(name)]).toEqual([name, false]);
  });
});
