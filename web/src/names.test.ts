import { describe, expect, it } from 'vitest';
import { ago, counted, projectLabel, said, sessionLabel, short, splitPath } from './names.ts';

describe('names for people', () => {
  it('shows a project by its folder and a session without its hash', () => {
    expect(projectLabel('main-401f76e2')).toBe('main');
    expect(projectLabel('my-app')).toBe('my-app');
    expect(sessionLabel('0b5c9a1e-7d41-4b8c-9c55-1e2f3a4b5c6d')).toBe('session 0b5c');
    expect(sessionLabel('today')).toBe('today');
    expect(sessionLabel('claude-code-12232-mwn5jdns')).toBe('claude-code');
  });

  it('splits paths', () => {
    expect(splitPath('src/core/lines.ts')).toEqual({ folder: 'src/core/', file: 'lines.ts' });
    expect(splitPath('README.md')).toEqual({ folder: '', file: 'README.md' });
  });

  it('says names of the command line in words, and leaves others', () => {
    expect(said('semantic')).toBe('meaning');
    expect(said('root-cause-analysis')).toBe('root cause analysis');
    expect(said('dossier-embed-2')).toBe('dossier-embed-2');
  });

  it('counts and tells the time', () => {
    expect(counted(1, 'file')).toBe('1 file');
    expect(counted(1200, 'memory')).toBe('1,200 memories');
    expect(short(999)).toBe('999');
    expect(short(12_340)).toBe('12k');
    expect(short(2_500_000)).toBe('2.5M');
    expect(ago(0, 30_000)).toBe('just now');
    expect(ago(0, 5 * 60_000)).toBe('5 minutes ago');
    expect(ago(0, 24 * 3_600_000)).toBe('yesterday');
  });
});
