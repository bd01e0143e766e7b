import { scopeChoices } from '~/domains/role/role.server';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import { callKey, codesForPrograms, isForPrograms, openness } from '~/portal/programs';
import type { Tx } from '~/server/db.server';
import { servedCalls } from '~/server/serve.server';

/** The rights the giver may hand on, each with the calls it opens; regions and warehouses within their own sight. */
export async function appChoices(tx: Tx, me: Me) {
  const codes = [...allPermissions].filter((code) => isForPrograms(code) && me.permissions.has(code));
  const held = new Set(codes);
  const calls = servedCalls()
    .map(({ endpoint }) => ({
      key: callKey(endpoint),
      title: endpoint.options.title,
      method: endpoint.method,
      path: `/web${endpoint.path}`,
      changes: endpoint.options.reads !== true,
      codes: openness(endpoint) === 'given' ? codesForPrograms(endpoint).filter((code) => held.has(code)) : [],
    }))
    .filter((one) => one.codes.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { codes, calls, ...(await scopeChoices(tx, me)) };
}
