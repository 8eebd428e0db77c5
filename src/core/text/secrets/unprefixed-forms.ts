/** Where a literal goes on in the next one. */
const JOIN = '(?:["\'`][ \\t]{0,8}[+.\\\\]?[ \\t]{0,8}\\r?\\n[ \\t]{0,64}(?:[+.][ \\t]?)?["\'`])?';

/** No letter or digit stands before it, but for the one of an escaped line break. */
const START = '(?<![A-Za-z0-9](?<!\\\\[nrt]))';

/** Forms that start like any text and are recognised by a mark further in. */
export const WITHOUT_PREFIX: readonly {
  readonly kind: string;
  readonly gate?: string;
  readonly form: RegExp;
  readonly keep?: number;
  /** The part after the last underscore must look random too. */
  readonly random?: true;
}[] = [
  // Ends where another could begin: a long run of beginnings would take quadratic time.
  {
    kind: 'signed token',
    gate: 'eyJ',
    form: new RegExp(
      `eyJ(?<=${START}eyJ)(?:(?!\\beyJ)[\\w-]){15,}${JOIN}\\.${JOIN}eyJ[\\w-]{15,}${JOIN}\\.${JOIN}[\\w-]{20,}`,
      'g',
    ),
    keep: 3,
  },
  // Three parts; a certificate may have rows that begin like the first.
  {
    kind: 'Adyen key',
    gate: 'AQE',
    form: /AQE(?<![A-Za-z0-9+/-]AQE)[A-Za-z0-9+/]{40,160}={0,2}-[A-Za-z0-9+/]{20,100}={0,2}-[^\s"'`]{8,80}/g,
    keep: 3,
  },
  { kind: 'Cursor key', gate: 'key_', form: /(?<![\w-])key_[0-9a-f]{64}(?![\w-])/g, keep: 4 },
  { kind: 'Telegram token', gate: ':AA', form: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'Airtable token',
    gate: 'pat',
    form: /pat(?<![A-Za-z0-9]pat)[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![A-Za-z0-9])/g,
    keep: 3,
  },
  {
    kind: 'Discord token',
    form: /(?<![A-Za-z0-9.])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/g,
  },
  { kind: 'Asana token', gate: '/', form: /(?<![\w/])\d(?:\/\d{13,19}){1,2}:[0-9a-f]{32}(?![0-9a-f])/g },
  {
    kind: 'wallet key',
    random: true,
    form: /(?<![A-Za-z0-9])[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/g,
  },
  { kind: 'Firebase key', gate: ':APA91b', form: /(?<![\w-])[\w-]{11}:APA91b[\w-]{100,}/g },
  // The mark that Azure puts in its keys, and its place in keys of each length.
  {
    kind: 'Azure key',
    form: /(?:\+AEh|\+ASb|AIoT|AzCa)[A-Za-z0-9+/]{6}={0,2}(?![A-Za-z0-9+/=])(?<=(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}={0,2})/g,
    keep: -33,
  },
  {
    kind: 'Azure key',
    form: /(?:\+ACR|AzSe)[A-Za-z0-9+/]{6}(?![A-Za-z0-9+/=])(?<=(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{52})/g,
    keep: -42,
  },
  {
    kind: 'Azure key',
    form: /(?:\+ASt|\+ABa|\+AMC|ACDb)[A-Za-z0-9+/]{6}={0,2}(?![A-Za-z0-9+/=])(?<=(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}={0,2})/g,
    keep: -76,
  },
  {
    kind: 'Azure key',
    gate: 'JQQJ9',
    form: /(?<![A-Za-z0-9])[A-Za-z0-9]{32,56}JQQJ9[A-Za-z0-9]{20,32}(?![A-Za-z0-9])/g,
  },
  { kind: 'Azure key', gate: 'AzFu', form: /(?<![\w-])[\w-]{40,44}AzFu[\w-]{8,12}={0,2}/g },
  {
    kind: 'Azure key',
    gate: 'ACOG',
    form: /(?<![A-Za-z0-9])[A-Za-z0-9]{40,64}ACOG[A-Za-z0-9]{20,36}(?![A-Za-z0-9])/g,
  },
  { kind: 'Azure secret', gate: 'Q~', form: /(?<![A-Za-z0-9])[A-Za-z0-9]{3}\dQ~[\w~.-]{31,34}(?![\w~])/g },
  {
    kind: 'Azure DevOps token',
    gate: 'AZDO',
    form: /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'Terraform token',
    gate: '.atlasv1.',
    form: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/g,
  },
  {
    kind: 'New Relic key',
    gate: 'NRAL',
    form: /(?<![A-Za-z0-9])[0-9a-z]{6}[0-9a-f]{30}NRAL(?![A-Za-z0-9])/g,
  },
  {
    kind: 'New Relic key',
    gate: 'FFFFNRAL',
    form: /(?<![A-Za-z0-9])[0-9a-f]{32,36}FFFFNRAL(?![A-Za-z0-9])/g,
  },
  {
    kind: 'MaxMind key',
    gate: '_mmk',
    form: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/g,
  },
  {
    kind: 'Salesforce session',
    gate: '!A',
    form: /(?<![A-Za-z0-9])00D[A-Za-z0-9]{12,15}!A[A-Z][\w.]{60,}/g,
    keep: 3,
  },
  {
    kind: 'Yandex token',
    gate: 't1.',
    form: /t1\.(?<![A-Za-z0-9.]t1\.)[\w-]{60,}\.[\w-]{60,}={0,2}/g,
    keep: 3,
  },
  {
    kind: 'Ably key',
    gate: 'bly',
    form: /:([\w-]{43})(?![\w-])(?<=(?<![\w.-])[\w-]{6}\.[\w-]{6}:(?=[^a-z\s]*[a-z])(?=[^A-Z\s]*[A-Z])(?=\D*\d)[\w-]{43})/g,
    keep: 1,
    random: true,
  },
  {
    kind: 'Ghost key',
    gate: 'host',
    form: /:[0-9a-f]{64}(?![\w-])(?<=(?<![\w.-])[0-9a-f]{24}:[0-9a-f]{64})/g,
    keep: 1,
  },
  {
    kind: 'Jenkins token',
    form: /11[0-9a-f]{32}(?![\w+/=-])(?<=(?<![A-Za-z0-9.+/=-])11(?=[0-9a-f]*[a-f])[0-9a-f]{32})/g,
  },
  {
    kind: 'Okta token',
    form: /00([\w-]{40})(?![\w+/=-])(?<=(?<![\w.+/=-])00(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40})/g,
    keep: 2,
    random: true,
  },
  {
    kind: 'ngrok token',
    gate: 'grok',
    form: /_[A-Za-z0-9]{21}(?![\w-])(?<=(?<![\w-])[1-3][A-Za-z0-9]{26}_[A-Za-z0-9]{21})/g,
    keep: -27,
    random: true,
  },
  {
    kind: 'Mailgun key',
    form: /-[0-9a-f]{8}(?<=(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8})-[0-9a-f]{8}(?![\w-])/g,
    keep: -32,
  },
  {
    kind: 'ClickUp token',
    gate: 'pk_',
    form: /pk_(?<![A-Za-z0-9]pk_)\d{7,9}_[0-9A-Z]{32}(?![A-Za-z0-9])/g,
    keep: 3,
  },
  { kind: 'Sanity token', form: /sk(?<![A-Za-z0-9]sk)[A-Za-z0-9]{178}(?![A-Za-z0-9])/g, keep: 2 },
  {
    kind: 'Bitwarden token',
    form: /(?<![A-Za-z0-9.])0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}==/g,
    keep: 2,
  },
  // The form that many providers have chosen by now; `pk_` is publishable.
  {
    kind: 'token',
    form: /_(?:live|prod|pat|oat|uat|secret)_(?<=(?<![A-Za-z0-9])(?!pk_|publishable)[a-z]{2,12}_[a-z]{3,6}_)(?=[A-Za-z]*\d)[A-Za-z0-9]{16,80}(?![A-Za-z0-9])/g,
    keep: 1,
    random: true,
  },
  // Parts between dots of which one is hex: what words with dots never are.
  {
    kind: 'token',
    gate: 'pat.',
    form: /pat\.(?<![A-Za-z0-9.]pat\.)[\w-]{20,24}\.[0-9a-f]{24}\.[A-Za-z0-9]{16,32}(?![\w-])/g,
    keep: 4,
  },
  {
    kind: 'token',
    gate: 'st.',
    form: /st\.(?<![A-Za-z0-9.]st\.)[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}(?![\w-])/g,
    keep: 3,
  },
  // A short word and at least 30 drawn characters; what names a thing rather than opening it is shorter, or all digits of one hash.
  {
    kind: 'token',
    form: /_(?=[A-Za-z0-9]{30,100}(?!\w))(?<=(?<![\w$.-])(?!pk_|phc_|pub)[a-z][a-z0-9]{1,9}(?:_[a-z0-9]{1,10}){0,2}_)(?=[A-Za-z]*\d)(?=[^A-Z_]*[A-Z])(?=[^a-z_]*[a-z])[A-Za-z0-9]{30,100}/g,
    keep: 1,
    random: true,
  },
  // The same after dashes, and longer, since hashes of files end that way.
  {
    kind: 'token',
    form: /-(?=[A-Za-z0-9]{42,100}(?![\w-]|\.(?:[cm]?js|css|map|woff2?|ttf|png|jpe?g|svg|webp|wasm|json|html?)(?!\w)))(?<=(?<![A-Za-z0-9$.-])(?!sha\d|md5|pub)[a-z][a-z0-9]{1,9}(?:-[a-z0-9]{1,8}){0,3}-)(?=[A-Za-z]*\d)(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])[A-Za-z0-9]{42,100}/g,
    keep: 1,
    random: true,
  },
  // Starts with what is rare, so that searching is fast.
  {
    kind: 'Mailchimp key',
    gate: '-us',
    form: /-us(?<=(?<![A-Za-z0-9])[0-9a-f]{32}-us)\d{1,2}(?![A-Za-z0-9])/g,
    keep: -32,
  },
];
