import { BoundedMap } from '../../bounded-map.ts';
import { maskSecretsInPath } from '../mask-secrets.ts';

/**
 * Whether a file is meant to hold secrets, by its name and place, or has one in its name: such files are never read.
 */
export function isSecretFile(path: string): boolean {
  const known = verdicts.get(path);
  if (known !== undefined) return known;
  const verdict = holdsSecrets(path);
  verdicts.set(path, verdict);
  return verdict;
}

/** Memoized: every read asks, and looking for a token in a path takes longer than reading a small file. About 4 MB. */
const verdicts = new BoundedMap<string, boolean>(20_000);

function holdsSecrets(path: string): boolean {
  // Many file systems ignore case.
  const plain = path.toLowerCase();
  const name = plain.slice(plain.lastIndexOf('/') + 1);
  if (maskSecretsInPath(path) !== path) return true;
  if (EXAMPLE.test(name)) return false;
  return (
    NAMES.has(name) || FORMS.some((form) => form.test(name)) || PLACES.some((place) => place.test(plain))
  );
}

const EXAMPLE =
  /\.(example|sample|template|tpl|tmpl|dist|defaults?|schema)$|^(example|sample)\.|[._-](example|sample|template)\.[a-z]+$/;

const NAMES: ReadonlySet<string> = new Set(
  `
  .env .envrc .flaskenv .netrc _netrc .authinfo .secrets .secret .credentials .token .password
  .pgpass pgpass.conf .my.cnf .mylogin.cnf .mongorc.js .psql_history .mysql_history .rediscli_history
  .pypirc .dockercfg .htpasswd .htdigest .git-credentials .gitcookies .boto .s3cfg
  .vault-token .vault_pass .vault_pass.txt vault_pass.txt .terraformrc terraform.rc
  credentials.json credentials.yml credentials.yaml client_secret.json client_secrets.json
  application_default_credentials.json gcp-key.json google-credentials.json
  kubeconfig kubeconfig.yaml kubeconfig.yml kube.config .kubeconfig
  id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk master.key
  secret.yml secret.yaml secret.json secret.toml secrets.yml secrets.yaml secrets.json secrets.toml secrets.properties
  `.match(/\S+/g),
);

const FORMS: readonly RegExp[] = [
  /^\.env(rc)?\.|\.env$/,
  /\.(pem|p8|p12|pfx|pkcs12|key|agekey|ppk|jks|jceks|keystore|keytab|kdbx?|asc|gpg|pgp|ovpn|kubeconfig)$/,
  /\.tfstate(\.backup)?$|\.tfvars(\.json)?$/,
  /^(client[-_]secret|service[-_]?account|[\w-]+-firebase-adminsdk)[\w.-]*\.json$/,
  /[._-]secrets?\.(ya?ml|json|toml)$/,
  /^secrets?[._-](prod|production|live|staging|dev|development|local|test)[\w.-]*\.(ya?ml|json|toml)$/,
];

const PLACES: readonly RegExp[] = [
  /(^|\/)\.(aws|ssh|gnupg|kube)\/(credentials|config|id_\w+|[\w.-]*key[\w.-]*)$/,
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.(gem\/credentials|cargo\/credentials(\.toml)?|composer\/auth\.json|oci\/config)$|^auth\.json$/,
  /(^|\/)\.azure\/(accesstokens|msal_token_cache|azureprofile)\.json$/,
  /(^|\/)\.config\/(gcloud\/.+|gh\/hosts\.yml|hub|doctl\/config\.yaml|rclone\/rclone\.conf)$/,
  /(^|\/)(etc\/shadow|run\/secrets\/[^/]+)$/,
];
