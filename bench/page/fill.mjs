// Records for pictures of the page.
const CAUSES = [
  [
    'tests share a temporary folder',
    'The test that ends first removes the files of the other',
    'Give every test its own temporary folder',
  ],
  [
    'the cache is stale after a migration',
    'Entries in the old form were read as if they were new',
    'Purge the cache after each migration',
  ],
  [
    'the proxy strips the cookie header',
    'Each request behind the proxy starts a new session',
    'Look at the headers behind the proxy first',
  ],
];

/** Something to see in every view. */
export async function fill(send) {
  for (let number = 0; number < 24; number++) {
    const [cause, surprise, lesson] = CAUSES[number % CAUSES.length];
    const session = `run-${number}`;
    const { id } = await send('/experiences', {
      domain: 'debugging',
      strategy: 'check-assumptions',
      goal: `Repair run ${number}: ${cause}`,
      hypothesis: 'The code under test is wrong',
      action: `Look at run ${number}`,
      prediction: 'It passes',
      session,
    });
    await send('/experiences/resolve', {
      id,
      outcome: 'falsified',
      result: `Run ${number} failed: ${cause}`,
      surprise: `${surprise} (run ${number})`,
      rootCause: 'wrong-assumption',
      whatWorked: lesson,
      takeaway: `${lesson}.`,
    });
  }
  await send('/values/cluster', {});
  for (const content of [
    'Invoices are never deleted',
    'The database listens on port 5432',
    'fitToBudget counts the finished text again before it is returned',
    'Releases happen on Tuesdays, after the nightly run',
  ])
    await send('/memories', { content, category: 'decision' });
  for (const [session, query] of [
    ['claude', 'where is the retry logic'],
    ['claude', 'how are duplicates found'],
    ['cursor', 'where is the token budget enforced'],
  ])
    await send('/context/query', { query, session, maxTokens: 2000 });
  await send('/inbox', { transcript: transcript(), session: 'claude' });
}

/** A session in which a person corrects the agent. */
function transcript() {
  const said = [
    'stop, never edit gen/ by hand here, run make gen',
    'no, never push to the release branch, open a pull request here',
    'stop, always run the linter before a commit here',
  ];
  return said
    .flatMap((text, index) => [
      { role: 'user', content: 'add a flag' },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: `edit-${index}`,
            name: 'Edit',
            input: { file_path: `src/${index}.ts`, old_string: 'a', new_string: 'b' },
          },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `edit-${index}`, content: 'ok' }] },
      { role: 'user', content: text },
    ])
    .map((message) => JSON.stringify({ type: message.role, message }))
    .join('\n');
}
