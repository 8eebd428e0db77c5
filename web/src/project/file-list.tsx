import { useMemo, useRef, useState } from 'preact/hooks';
import { Path } from '../components/path.tsx';
import { ago, counted, short } from '../names.ts';
import { formatAddress } from '../router.ts';
import type { FileRow } from './file-tree.ts';

const ROW = 32;
/** Rows rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 8;
const SHOWN_ROWS = 14;

const ORDERS = {
  commits: (a: FileRow, b: FileRow) => b.commitCount - a.commitCount,
  size: (a: FileRow, b: FileRow) => b.size - a.size,
  changed: (a: FileRow, b: FileRow) => (b.lastCommitAt ?? 0) - (a.lastCommitAt ?? 0),
  path: (a: FileRow, b: FileRow) => (a.path < b.path ? -1 : 1),
} as const;
type Order = keyof typeof ORDERS;

/** Every file, however many: only visible rows are rendered. */
export function FileList(props: { readonly files: readonly FileRow[] }) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>('commits');
  // The row, not the pixel: most scroll events change nothing.
  const [row, setRow] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const rows = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return props.files
      .filter((file) => file.path.toLowerCase().includes(wanted) || file.language === wanted)
      .sort(ORDERS[order]);
  }, [props.files, filter, order]);
  const first = Math.max(0, row - OVERSCAN);
  const shown = rows.slice(first, first + SHOWN_ROWS + 2 * OVERSCAN);
  const toTop = () => frame.current?.scrollTo({ top: 0 });
  return (
    <>
      <div class="row">
        <label class="field grow">
          <span class="visually-hidden">Filter files</span>
          <input
            type="search"
            placeholder="Filter by path or language"
            value={filter}
            onInput={(event) => {
              setFilter(event.currentTarget.value);
              toTop();
            }}
          />
        </label>
        <label class="field choice">
          <span>Order</span>
          <select
            value={order}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              if (chosen in ORDERS) setOrder(chosen as Order);
              toTop();
            }}
          >
            <option value="commits">most commits</option>
            <option value="size">largest</option>
            <option value="changed">changed last</option>
            <option value="path">path</option>
          </select>
        </label>
        <span class="quiet" role="status">
          {counted(rows.length, 'file')}
        </span>
      </div>
      <section
        class="file-list"
        ref={frame}
        tabIndex={0}
        aria-label="Files"
        style={{ maxHeight: `${SHOWN_ROWS * ROW}px` }}
        onScroll={(event) => setRow(Math.floor(event.currentTarget.scrollTop / ROW))}
      >
        <ul style={{ height: `${rows.length * ROW}px` }}>
          {shown.map((file, index) => (
            <li key={file.path} style={{ top: `${(first + index) * ROW}px`, height: `${ROW}px` }}>
              <a href={formatAddress(['ask', file.path])}>
                <Path path={file.path} />
              </a>
              <span class="number">{counted(file.commitCount, 'commit')}</span>
              <span class="number">{short(file.lineCount)} lines</span>
              <span class="number quiet">
                {file.lastCommitAt === undefined ? '' : ago(file.lastCommitAt)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
