/** Kind, prefixes, characters of the body, and its minimum and maximum length. */
export type TokenForm = readonly [
  kind: string,
  prefixes: string,
  characters: string,
  min: number,
  max?: number,
];

const ALNUM = 'A-Za-z0-9';
const CAPITAL = 'A-Z0-9';
const HEX = 'a-fA-F0-9';
const WORD = '\\w-';
const DOTTED = '\\w.-';
const BASE64 = '\\w+/=-';
const PATH = '\\w/@.-';

/** Prefixes that start nothing else. */
export const DISTINCT: readonly TokenForm[] = [
  ['AWS key', 'AKIA ASIA AGPA AIDA AROA ANPA', CAPITAL, 16, 16],
  ['AWS key', 'ABSK', BASE64, 32],
  ['AWS key', 'amzn.mws.', WORD, 36],
  ['Google key', 'AIza', WORD, 35],
  ['Google key', 'GOCSPX-', WORD, 24],
  ['Google token', 'ya29.', WORD, 20],
  ['Yandex key', 'AQVN y0_', WORD, 35],
  ['DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', HEX, 64],
  ['Heroku key', 'HRKU-', WORD, 30],
  ['Fly.io token', 'fm1_ fm2_ fo1_', BASE64, 40],
  ['Netlify token', 'nfp_ nfc_ nfo_ nfu_', ALNUM, 36],
  ['Vercel token', 'vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_', WORD, 24],
  ['Render key', 'rnd_', ALNUM, 24],
  ['Scalingo token', 'tk-us-', WORD, 40],
  ['Cloudflare key', 'v1.0-', `${HEX}-`, 100],
  ['Cloudflare token', 'cfut_ cfat_ cfk_', ALNUM, 40],
  ['Tailscale key', 'tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook-', WORD, 16],
  ['PlanetScale key', 'pscale_tkn_ pscale_pw_ pscale_oauth_', DOTTED, 32],
  ['Supabase key', 'sbp_', HEX, 40],
  ['Supabase key', 'sb_secret_', WORD, 20],
  ['OpenShift token', 'sha256~', WORD, 43],
  ['GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', ALNUM, 36],
  ['GitHub token', 'github_pat_', '\\w', 40],
  [
    'GitLab token',
    'glpat- gldt- glrt- glrtr- glcbt- glft- glimt- glagent- glsoat- glffct- glwt- GR1348941',
    DOTTED,
    20,
  ],
  ['GitLab token', 'glptt- gloas-', WORD, 20],
  ['Atlassian token', 'ATATT3xFfGF0 ATCTT3xFfGN0', BASE64, 60],
  ['Sourcegraph token', 'sgp_ sgd_ slk_', `${HEX}_`, 40],
  ['CircleCI token', 'CCIPAT_ CCIPRJ_', '\\w', 40],
  ['Buildkite token', 'bkua_', HEX, 40],
  ['SonarQube token', 'squ_ sqp_ sqa_', HEX, 40],
  ['Snyk token', 'snyk_uat. snyk_sat.', DOTTED, 40],
  ['Ory token', 'ory_at_ ory_rt_ ory_ac_ ory_pat_ ory_st_', DOTTED, 30],
  ['Chromatic token', 'chpt_', HEX, 12],
  ['Percy token', 'web_ app_ auto_ generic_', HEX, 64, 64],
  ['E2B key', 'e2b_', HEX, 40, 40],
  ['Neon key', 'napi_', 'a-z0-9', 60],
  ['Django key', 'django-insecure-', '\\w!@#$%^&*(=+)~?-', 40],
  ['Aiven password', 'AVNS_', WORD, 15],
  ['Adafruit key', 'aio_', ALNUM, 28, 28],
  ['PostHog key', 'phx_', ALNUM, 40],
  ['Defined key', 'dnkey-', WORD, 60],
  ['Prefect key', 'pnu_ pnb_', ALNUM, 36],
  ['Vault token', 'hvs. hvb. hvr.', WORD, 20],
  ['Doppler token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', DOTTED, 40],
  ['1Password token', 'ops_eyJ', BASE64, 60],
  ['age key', 'AGE-SECRET-KEY-1', CAPITAL, 50],
  ['npm token', 'npm_', ALNUM, 36, 36],
  ['PyPI token', 'pypi-AgE', WORD, 50],
  ['RubyGems key', 'rubygems_', HEX, 48],
  ['Clojars token', 'CLOJARS_', HEX, 60],
  ['Docker token', 'dckr_pat_ dckr_oat_', WORD, 24],
  ['Hugging Face token', 'hf_ api_org_', ALNUM, 30],
  ['OpenRouter key', 'sk-or-v1-', HEX, 64],
  ['key of a model provider', 'sk-proj- sk-svcacct- sk-admin- sk-ant- sk-lf-', WORD, 36],
  ['Groq key', 'gsk_', ALNUM, 40],
  ['Replicate token', 'r8_', ALNUM, 36],
  ['Perplexity key', 'pplx-', ALNUM, 40],
  ['NVIDIA key', 'nvapi-', WORD, 60],
  ['Together key', 'tgp_v1_', WORD, 40],
  ['LangSmith key', 'lsv2_pt_ lsv2_sk_', `${HEX}_`, 40],
  ['Pinecone key', 'pcsk_', '\\w', 50],
  ['Tavily key', 'tvly-', WORD, 30],
  ['Jina key', 'jina_', WORD, 50],
  ['ElevenLabs key', 'sk_', HEX, 48, 48],
  ['Stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_ sk_prod_ rk_prod_', ALNUM, 16],
  ['Square token', 'sq0atp- sq0csp- sq0idp- sq0idb-', WORD, 22],
  ['Braintree token', 'access_token$production$ access_token$sandbox$', '\\w$', 40],
  ['Razorpay key', 'rzp_live_ rzp_test_', ALNUM, 14],
  ['Flutterwave key', 'FLWSECK_TEST- FLWSECK-', WORD, 30],
  ['Plaid token', 'access-sandbox- access-production- access-development-', WORD, 36],
  ['Duffel token', 'duffel_live_ duffel_test_', WORD, 40],
  ['Shippo token', 'shippo_live_ shippo_test_', HEX, 40],
  ['Shopify token', 'shpat_ shpca_ shppa_ shpss_', HEX, 32],
  [
    'Slack token',
    'xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb- xapp-',
    `%${BASE64}`,
    10,
  ],
  ['webhook', 'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/', PATH, 30],
  ['webhook', 'discord.com/api/webhooks/ discordapp.com/api/webhooks/', PATH, 60],
  ['webhook', 'webhook.office.com/webhookb2/', PATH, 60],
  ['webhook', 'hooks.zapier.com/hooks/catch/ api.netlify.com/build_hooks/', PATH, 12],
  [
    'webhook',
    'hook.eu1.make.com/ hook.eu2.make.com/ hook.us1.make.com/ hook.us2.make.com/ hook.integromat.com/',
    ALNUM,
    20,
  ],
  ['Honeycomb key', 'hcaik_ hcxik_ hcbik_ hcamk_', ALNUM, 40],
  ['1Password key', 'A3-', `${CAPITAL}-`, 32],
  ['Google token', '1//0', WORD, 40],
  ['SendGrid key', 'SG.', DOTTED, 60],
  ['Brevo key', 'xkeysib- xsmtpsib-', WORD, 60],
  ['HubSpot token', 'pat-na1- pat-na2- pat-na3- pat-eu1-', WORD, 36],
  ['Dropbox token', 'sl. sl.u.', WORD, 100],
  ['Notion token', 'ntn_', ALNUM, 40],
  ['Linear key', 'lin_api_ lin_oauth_', ALNUM, 32],
  ['Figma token', 'figd_ figu_', WORD, 36],
  ['Typeform token', 'tfp_', WORD, 40],
  ['Contentful token', 'CFPAT-', WORD, 40],
  ['Postman key', 'PMAK-', WORD, 50],
  ['ReadMe key', 'rdme_', ALNUM, 60],
  ['Mapbox token', 'sk.eyJ1', DOTTED, 50],
  ['Grafana token', 'glsa_', '\\w', 36],
  ['Grafana token', 'glc_eyJ', BASE64, 40],
  ['New Relic key', 'NRAK- NRII- NRRA- NRIQ- NRJS-', WORD, 19],
  ['Sentry token', 'sntrys_ sntryu_ sntrya_', BASE64, 40],
  ['Dynatrace token', 'dt0c01. dt0s01. dt0s02. dt0s04. dt0s16.', DOTTED, 60],
  // Base64 of -----BEGIN PRIVATE KEY, RSA, EC, OPENSSH and ENCRYPTED.
  [
    'private key',
    'LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBSU0Eg LS0tLS1CRUdJTiBFQyBQ LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNS',
    BASE64,
    40,
  ],
  // Base64 of JSON: a service account, Docker settings, a tunnel.
  [
    'credentials',
    'eyJ0eXBlIjogInNlcnZpY2Vf eyJ0eXBlIjoic2VydmljZV9 ewogICJ0eXBlIjogInNlcnZpY2Vf',
    BASE64,
    40,
  ],
  ['credentials', 'eyJhdXRocyI6 ewoJImF1dGhzIjog ewogICJhdXRocyI6 eyJhIjoi', BASE64, 60],
  ['password hash', '$apr1$ $2a$ $2b$ $2y$ $5$ $6$ $y$ $argon2id$ $argon2i$', '\\w./$,=+', 20],
  ['password hash', '{SHA} {SSHA}', BASE64, 20],
];

/** Prefixes that also start ordinary names or occur in base64: the body must look random too. */
export const WORDLIKE: readonly TokenForm[] = [
  ['Alibaba key', 'LTAI', ALNUM, 12, 26],
  ['Tencent key', 'AKID', ALNUM, 32, 32],
  ['Databricks token', 'dapi', `${HEX}-`, 32, 34],
  ['Bitbucket password', 'ATBB', ALNUM, 28, 40],
  ['Pulumi token', 'pul-', HEX, 40, 40],
  ['Infracost key', 'ico-', ALNUM, 32, 32],
  ['crates.io token', 'cio', ALNUM, 32, 32],
  ['NuGet key', 'oy2', 'a-z0-9', 43, 43],
  ['Artifactory token', 'AKCp', ALNUM, 66, 80],
  ['Artifactory token', 'cmVmdGtu', ALNUM, 50, 70],
  ['key of a model provider', 'sk-', WORD, 32],
  ['key of a model provider', 'xai-', ALNUM, 60],
  ['key of a model provider', 'csk-', 'a-z0-9', 40, 60],
  ['Firecrawl key', 'fc-', HEX, 32, 32],
  ['Square token', 'EAAA', WORD, 60, 80],
  ['Facebook token', 'EAA', ALNUM, 80],
  ['EasyPost key', 'EZAK EZTK', ALNUM, 54, 54],
  ['Twilio key', 'SK', HEX, 32, 32],
  ['Mailgun key', 'key-', HEX, 32, 32],
  ['Intercom token', 'dG9rO', 'A-Za-z0-9=', 40, 80],
  ['Adobe secret', 'p8e-', WORD, 32, 32],
  ['Twitter token', 'AAAAAAAAAAAAAAAAAAAAA', 'A-Za-z0-9%', 60],
  ['WooCommerce key', 'cs_ ck_', HEX, 40, 40],
  ['Resend key', 're_', '\\w', 24, 40],
  ['Notion token', 'secret_', ALNUM, 43, 43],
  ['Neon password', 'npg_', ALNUM, 12, 40],
  ['Fireworks key', 'fw_', ALNUM, 22, 32],
  ['Voyage key', 'pa-', WORD, 43, 43],
  ['key of a payment service', 'live_', WORD, 30, 60],
  ['extended key', 'xprv yprv zprv', ALNUM, 100, 110],
  ['LaunchDarkly key', 'sdk- api-', `${HEX}-`, 36, 36],
];

/** Of these, the ones that also end ordinary names (`cache-key-`) or often occur inside base64. */
export const COMMON_INSIDE: ReadonlySet<string> = new Set(
  'key- fc- sdk- api- pa- secret_ live_ re_ cs_ ck_ fw_ EAA EAAA AAAAAAAAAAAAAAAAAAAAA cmVmdGtu dG9rO'.split(
    ' ',
  ),
);

/** Where a literal goes on in the next one. */
const JOIN = '(?:["\'`][ \\t]{0,8}[+.\\\\]?[ \\t]{0,8}\\r?\\n[ \\t]{0,64}(?:[+.][ \\t]?)?["\'`])?';

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
      `eyJ(?<![A-Za-z0-9]eyJ)(?:(?!\\beyJ)[\\w-]){15,}${JOIN}\\.${JOIN}eyJ[\\w-]{15,}${JOIN}\\.${JOIN}[\\w-]{20,}`,
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
  // Starts with what is rare, so that searching is fast.
  {
    kind: 'Mailchimp key',
    gate: '-us',
    form: /-us(?<=(?<![A-Za-z0-9])[0-9a-f]{32}-us)\d{1,2}(?![A-Za-z0-9])/g,
    keep: -32,
  },
];
