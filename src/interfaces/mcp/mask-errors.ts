import type { McpServer } from '@modelcontextprotocol/server';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';

/**
 * Masks the errors that leave a server. The protocol's own ones repeat what was asked for, such as the name of a tool
 * or a resource that does not exist, before our code sees it.
 */
export function maskErrors({ server }: McpServer): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(
        'error' in message ? { ...message, error: withoutSecrets(message.error).clean } : message,
        options,
      );
    await connect(transport);
  };
}
