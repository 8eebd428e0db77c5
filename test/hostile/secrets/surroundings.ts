import { fillPattern } from './fill-pattern.ts';
import type { SecretKind } from './secret-kind.ts';

/** A text as it may stand in a repository, with one secret in it. */
export interface Planted {
  readonly kind: string;
  readonly place: string;
  readonly text: string;
  readonly secret: readonly string[];
}

type Write = (value: string, key: string) => string;

/** Where a secret is assigned to the name it is kept in. */
const ASSIGNED: Readonly<Record<string, Write>> = {
  'env file': (value, key) => `NODE_ENV=production\n${key}=${value}\nPORT=8080\n`,
  'shell export': (value, key) => `set -e\nexport ${key}="${value}"\nmake release\n`,
  YAML: (value, key) => `service:\n  ${key.toLowerCase()}: ${value}\n  replicas: 3\n`,
  'quoted YAML': (value, key) => `env:\n  ${key}: "${value}"\n  LOG_LEVEL: info\n`,
  JSON: (value, key) => `{\n  "name": "shop",\n  "${camel(key)}": "${value}",\n  "debug": false\n}\n`,
  TypeScript: (value, key) => `export const ${camel(key)} = '${value}';\n`,
  'object in JavaScript': (value, key) =>
    `module.exports = {\n  ${camel(key)}: '${value}',\n  region: 'eu',\n};\n`,
  Python: (value, key) => `import os\n\n${key} = "${value}"\nDEBUG = False\n`,
  'Python argument': (value, key) => `client = Client(${key.toLowerCase()}="${value}", timeout=30)\n`,
  Go: (value, key) => `cfg := Config{\n\t${pascal(key)}: "${value}",\n\tTimeout: 30,\n}\n`,
  Java: (value, key) => `  private static final String ${key} = "${value}";\n`,
  'C#': (value, key) => `    public string ${pascal(key)} { get; set; } = "${value}";\n`,
  Ruby: (value, key) => `config.${key.toLowerCase()} = '${value}'\n`,
  PHP: (value, key) => `return [\n    '${key.toLowerCase()}' => '${value}',\n];\n`,
  Rust: (value, key) => `const ${key}: &str = "${value}";\n`,
  TOML: (value, key) => `[deploy]\n${key.toLowerCase()} = "${value}"\n`,
  properties: (value, key) => `app.${key.toLowerCase().replaceAll('_', '.')}=${value}\n`,
  option: (value, key) => `$ shop deploy --${key.toLowerCase().replaceAll('_', '-')} ${value} --region eu\n`,
  XML: (value, key) => `<config><${camel(key)}>${value}</${camel(key)}></config>\n`,
  Dockerfile: (value, key) => `FROM node:20\nARG ${key}=${value}\nRUN make\n`,
  'table in Markdown': (value, key) => `| Setting | Value |\n|---|---|\n| \`${key}\` | \`${value}\` |\n`,
  'default in Python': (value, key) => `${key} = os.environ.get('${key}', '${value}')\n`,
  'default in Rust': (value, key) =>
    `let it = std::env::var("${key}").unwrap_or_else(|_| "${value}".to_string());\n`,
  'default in JavaScript': (value, key) => `const it = process.env.${key} ?? '${value}';\n`,
  'variable of Terraform': (value, key) =>
    `variable "${key.toLowerCase()}" {\n  type    = string\n  default = "${value}"\n}\n`,
  'Ruby test': (value, key) => `  let(:${key.toLowerCase()}) { '${value}' }\n`,
  'Android resource': (value, key) =>
    `<string name="${key.toLowerCase()}" translatable="false">${value}</string>\n`,
  'Gradle field': (value, key) => `buildConfigField "String", "${key}", "\\"${value}\\""\n`,
  'bytes in Go': (value, key) => `var ${camel(key)} = []byte("${value}")\n`,
  'Perl hash': (value, key) => `$config{'${key.toLowerCase()}'} = '${value}';\n`,
  'block in YAML': (value, key) => `${key.toLowerCase()}: |\n  ${value}\nport: 1\n`,
  'row in SQL': (value, key) => `INSERT INTO settings VALUES ('${key.toLowerCase()}', '${value}');\n`,
  'anchor in YAML': (value, key) => `x-keys: &keys\n  ${key}: &key '${value}'\n`,
  'inline table of TOML': (value, key) => `auth = { user = "ci", ${key.toLowerCase()} = "${value}" }\n`,
  'row of CSV': (value, key) => `name,value,scope\nregion,eu,all\n${key},${value},prod\n`,
  'what was': (value, key) => `# TODO rotate ${key}, was ${value}\nrun();\n`,
  'question and answer': (value, key) => `ada: what is the ${words(key)}?\nbob: ${value}\nada: thanks\n`,
  'sentence over lines': (value, key) =>
    `The value of ${key} in production is\n${value}\nand nobody else has it.\n`,
  'sentence in a prompt': (value, key) =>
    `Please fix the upload. My ${words(key)} is ${value} and it still fails.\n`,
  'output of a tool': (value, key) => `{"ok":true,"stdout":"PATH=/bin\\n${key}=${value}\\n"}\n`,
  'bearer header': (value) => `curl -H "Authorization: Bearer ${value}" https://api.example.com/v1/items\n`,
};

/** Where nothing but the form of the token says what it is. */
const BARE: Readonly<Record<string, Write>> = {
  comment: (value) => `// TODO: take ${value} out before the release\nrun();\n`,
  'log line': (value) => `2026-03-01T10:00:00Z INFO client ready credentials=${value} attempt=1\n`,
  'commit message': (value) => `Rotate ${value}\n\nIt was printed by the build.\n`,
  Markdown: (value) => `Use \`${value}\` until the new one is there.\n`,
  list: (value) => `old:\n- ${value}\n- none\n`,
  'unnamed argument': (value) => `const client = connect("${value}", { retries: 3 });\n`,
  'in parentheses': (value) => `The old one (${value}), which is gone.\n`,
  'in an encoded address': (value) => `GET /search?q=%22${value}%22&page=2 HTTP/1.1\n`,
  'in a coloured log': (value) => `\u001b[32mINFO\u001b[0m using \u001b[1m${value}\u001b[0m for it\n`,
  'after an escaped line break': (value) => `{"stdout":"the key is\\n${value}\\nand more"}\n`,
  'after an escaped quote': (value) => `body = "{\\u0022key\\u0022:\\u0022${value}\\u0022}"\n`,
  'in an encoded body': (value) =>
    `POST /login?body=%7B%22key%22%3A%22${value}%22%2C%22n%22%3A1%7D HTTP/1.1\n`,
  'in a cell': (value) => `| service | key |\n|---|---|\n| demo | ${value} |\n`,
  'after an underscore': (value) => `backup_${value}\n`,
  'end of the text': (value) => `the last line is ${value}`,
};

const AROUND_TEXT: Readonly<Record<string, Write>> = {
  alone: (text) => `${text}\n`,
  'between lines': (text) => `# notes\n\n${text}\n\nThe end.\n`,
  fenced: (text) => `Run this:\n\n\`\`\`\n${text}\n\`\`\`\n`,
  'Windows lines': (text) => `first\n${text}\nlast\n`.replaceAll('\n', '\r\n'),
};

/** Every text that a kind is planted in, the same for the same seed. */
export function plant(kind: SecretKind, seed: string): Planted[] {
  const { text, secret } = fillPattern(kind.pattern, seed);
  if (kind.known === 'text') return write(AROUND_TEXT, '');
  return [...write(ASSIGNED, kind.key), ...(kind.known === 'token' ? write(BARE, kind.key) : [])];

  function write(forms: Readonly<Record<string, Write>>, key: string): Planted[] {
    return Object.entries(forms).map(([place, form]) => ({
      kind: kind.name,
      place,
      text: form(text, key),
      secret,
    }));
  }
}

function words(key: string): string {
  return key.toLowerCase().replaceAll('_', ' ');
}

function camel(key: string): string {
  return key.toLowerCase().replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}

function pascal(key: string): string {
  const name = camel(key);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
