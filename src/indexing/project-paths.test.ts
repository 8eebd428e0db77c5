import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectPathsOf } from './project-paths.ts';

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((s) => s.join('/'));

test('a path is found by its last segments exactly when some path ends with them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), path, path, (paths, suffix, from) => {
      const matching = paths.filter((each) => each === suffix || each.endsWith(`/${suffix}`));
      const found = projectPathsOf(paths).endingWith(suffix, from);
      if (matching.length === 0) expect(found).toBeUndefined();
      else expect(matching).toContain(found);
    }),
  );
});

test('of several the closest is taken, and a leading slash names nothing', () => {
  const paths = projectPathsOf(['x/models/__init__.py', 'y/models/__init__.py', '__init__.py']);
  expect(paths.endingWith('models/__init__.py', 'y/views.py')).toBe('y/models/__init__.py');
  expect(paths.endingWith('__init__.py', 'setup.py')).toBe('__init__.py');
  expect(paths.endingWith('/__init__.py', 'setup.py')).toBeUndefined();
});
