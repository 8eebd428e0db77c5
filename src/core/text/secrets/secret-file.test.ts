import { expect, test } from 'vitest';
import { isSecretFile } from './secret-file.ts';

test.each(
  `.env app/.env.production prod.env .envrc .flaskenv .netrc .pgpass .my.cnf .pypirc .dockercfg .htpasswd
   .git-credentials .vault-token .terraformrc infra/terraform.tfvars infra/prod.auto.tfvars infra/x.tfvars.json
   terraform.tfstate terraform.tfstate.backup .docker/config.json home/.docker/config.json kubeconfig prod.kubeconfig
   k8s/secret.yaml k8s/db-secret.yml k8s/secrets.prod.yaml config/secrets.json service-account.json
   service_account_prod.json shop-firebase-adminsdk-a1b2c.json client_secret_123.apps.json credentials.json
   certs/server.key certs/AuthKey.p8 store.jks deploy/id_ed25519 home/.aws/credentials home/.AWS/Credentials
   home/.kube/config home/.ssh/config .cargo/credentials.toml .gem/credentials auth.json .config/gh/hosts.yml
   .azure/accessTokens.json secrets/master.key vpn/office.ovpn`.match(/\S+/g) ?? [],
)('%s is made to hold secrets', (path) => {
  expect(isSecretFile(path)).toBe(true);
});

test.each(
  `.env.example .env.sample config/secrets.example.yaml terraform.tfvars.example src/credentials.ts src/keyboard.ts
   environment.ts docs/passwords.txt src/commands/auth.json src/secret.ts src/secret-file.ts .npmrc .docker/Dockerfile
   config.json docker/config.json lib/token.rb secrets.md sealed-secret.ts kube/config.ts test/secrets.test.ts`.match(
    /\S+/g,
  ) ?? [],
)('%s is not', (path) => {
  expect(isSecretFile(path)).toBe(false);
});
