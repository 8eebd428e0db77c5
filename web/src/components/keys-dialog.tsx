import { Dialog } from './dialog.tsx';

const KEYS = [
  [
    'Everywhere',
    [
      ['1 – 5', 'views'],
      ['/', 'to the question'],
      ['Ctrl K', 'commands'],
      ['u', 'undo the last change'],
      ['?', 'these keys'],
      ['Esc', 'close'],
    ],
  ],
  [
    'In a context',
    [
      ['j  k', 'next, previous item'],
      ['o', 'open or close the item'],
      ['p', 'keep the item in, or let it go'],
      ['x', 'leave the item out'],
      ['c', 'copy the whole context'],
      ['s', 'copy a link to this answer'],
    ],
  ],
  [
    'In the inbox',
    [
      ['j  k', 'next, previous draft'],
      ['a', 'accept'],
      ['e', 'reword'],
      ['x', 'reject'],
    ],
  ],
  [
    'Live',
    [
      ['j  k', 'next, previous context'],
      ['o', 'take it apart'],
    ],
  ],
  [
    'In the question',
    [
      ['Enter', 'ask'],
      ['Shift Enter', 'a new line'],
      ['↓  ↑', 'suggestions'],
    ],
  ],
] as const;

export function KeysDialog(props: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <div class="keys">
        {KEYS.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
