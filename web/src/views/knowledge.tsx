import { Tabs } from '../components/tabs.tsx';
import { waiting } from '../project-state.ts';
import { go, useAddress } from '../router.ts';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-answer.ts';
import { Experiences } from './knowledge/experiences.tsx';
import { Inbox, loadDrafts } from './knowledge/inbox.tsx';
import { Memories } from './knowledge/memories.tsx';
import { Premortem } from './knowledge/premortem.tsx';
import { Threads } from './knowledge/threads.tsx';
import { Values } from './knowledge/values.tsx';

const TABS = [
  { path: 'memories', name: 'Memories', content: () => <Memories /> },
  { path: 'experiences', name: 'Experiences', content: () => <Experiences /> },
  { path: 'values', name: 'Themes', content: () => <Values /> },
  { path: 'premortem', name: 'Premortem', content: () => <Premortem /> },
  { path: 'threads', name: 'Threads', content: () => <Threads /> },
];

/** What was learnt and said; each tab has an address. */
export function Knowledge() {
  const { path } = useAddress();
  const [drafts, reload] = useLoaded(loadDrafts);
  const count = useStore(waiting);
  const tabs = [
    {
      path: 'inbox',
      name: 'Inbox',
      ...(count > 0 && { count }),
      content: () => <Inbox answer={drafts} reload={reload} />,
    },
    ...TABS,
  ];
  const chosen = tabs.findIndex((tab) => tab.path === (path[1] ?? 'memories'));
  return (
    <>
      <h2 class="visually-hidden">Knowledge</h2>
      <Tabs
        label="Kinds of knowledge"
        tabs={tabs}
        chosen={Math.max(0, chosen)}
        onChoose={(index) => go(['knowledge', tabs[index]?.path ?? ''])}
      />
    </>
  );
}
