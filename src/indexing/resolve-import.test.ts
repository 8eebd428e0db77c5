import { expect, test } from 'vitest';
import { projectPathsOf } from './project-paths.ts';
import { resolveImport } from './resolve-import.ts';

const paths = projectPathsOf([
  'src/a.ts',
  'src/b/index.ts',
  'src/c.tsx',
  'packages/core/src/index.ts',
  'packages/core/src/util.ts',
  'app/models/user.py',
  'app/__init__.py',
  'app/db.py',
  'pkg/util/util.go',
  'pkg/util/util_test.go',
  'pkg/api/a.go',
  'tokio/src/lib.rs',
  'tokio/src/net/tcp.rs',
  'tokio/src/net/mod.rs',
  'tokio-util/src/lib.rs',
  'java/org/acme/Thing.java',
  'include/uv/unix.h',
  'lib/rack/builder.rb',
  'src/Http/Kernel.php',
  'lua/lazy/core/init.lua',
  'lib/ecto/query_builder.ex',
]);

test.each([
  ['typescript', './a.js', 'src/x.ts', 'src/a.ts'],
  ['typescript', './b', 'src/x.ts', 'src/b/index.ts'],
  ['tsx', '../c', 'src/b/index.ts', 'src/c.tsx'],
  ['typescript', '@/c', 'src/b/index.ts', 'src/c.tsx'],
  ['typescript', '@acme/core', 'src/a.ts', 'packages/core/src/index.ts'],
  ['typescript', '@acme/core/util', 'src/a.ts', 'packages/core/src/util.ts'],
  ['typescript', 'react', 'src/a.ts', undefined],
  ['typescript', '../../../outside', 'src/a.ts', undefined],
  ['python', 'app.models.user', 'app/db.py', 'app/models/user.py'],
  ['python', '.db', 'app/views.py', 'app/db.py'],
  ['python', '..db', 'app/models/user.py', 'app/db.py'],
  ['python', '.', 'app/db.py', 'app/__init__.py'],
  ['go', 'github.com/acme/x/pkg/util', 'pkg/api/a.go', 'pkg/util/util.go'],
  ['go', 'fmt', 'pkg/api/a.go', undefined],
  ['rust', 'crate::net::tcp::TcpStream', 'tokio/src/lib.rs', 'tokio/src/net/tcp.rs'],
  ['rust', 'super::tcp', 'tokio/src/net/udp.rs', 'tokio/src/net/tcp.rs'],
  ['rust', 'tokio_util::codec', 'tokio/src/lib.rs', 'tokio-util/src/lib.rs'],
  ['java', 'org.acme.Thing', 'java/org/acme/Other.java', 'java/org/acme/Thing.java'],
  ['c', 'uv/unix.h', 'src/uv.c', 'include/uv/unix.h'],
  ['ruby', 'rack/builder', 'lib/rack.rb', 'lib/rack/builder.rb'],
  ['php', 'App\\Http\\Kernel', 'src/x.php', 'src/Http/Kernel.php'],
  ['lua', 'lazy.core', 'lua/lazy/x.lua', 'lua/lazy/core/init.lua'],
  ['elixir', 'Ecto.QueryBuilder', 'lib/ecto.ex', 'lib/ecto/query_builder.ex'],
  ['cobol', 'x', 'a.cob', undefined],
])('%s: %s from %s is %s', (language, module, from, expected) => {
  expect(resolveImport(paths, { language, module, from })).toBe(expected);
});
