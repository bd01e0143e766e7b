import { cpus, loadavg, totalmem } from 'node:os';
import { measureApprovals } from './approvals';
import { measureBlocking } from './blocking';
import { measureBudgets } from './budgets';
import { measureCollection } from './collection';
import { measureContracts } from './contracts';
import { measureCredit } from './credit';
import { measureCreditNight, measureCreditNightEmbedded } from './creditNight';
import { measureDecisions } from './decisions';
import { measureEmbedded } from './embedded';
import { measureEngine } from './engine';
import { measureExport } from './export';
import { measureFilters } from './filters';
import { measureImport } from './import';
import { measureList } from './list';
import { measureLogins } from './logins';
import { measureNavigation } from './navigation';
import { measureOrders } from './orders';
import { measurePage } from './page';
import { measurePublic } from './public';
import { measureQuota } from './quota';
import { measureReceivables } from './receivables';
import { summary } from './report';
import { measureSearch } from './search';
import { measureFirstStart, measureStart } from './start';
import { measureStreams } from './streams';
import { measureTrade } from './trade';
import { measureTradeLists } from './tradeLists';
import { buildIfMissing, openWorld, type World } from './world';

/** `npm run bench` measures everything; `npm run bench -- list page` only what is named. What writes comes after what reads. */
const pieces: Record<string, (world: World) => Promise<void>> = {
  list: measureList,
  page: measurePage,
  logins: measureLogins,
  start: measureStart,
  approvals: measureApprovals,
  contracts: measureContracts,
  decisions: measureDecisions,
  filters: measureFilters,
  engine: measureEngine,
  orders: measureOrders,
  quota: measureQuota,
  credit: measureCredit,
  creditNight: measureCreditNight,
  collection: measureCollection,
  receivables: measureReceivables,
  streams: measureStreams,
  trade: measureTrade,
  tradeLists: measureTradeLists,
  import: measureImport,
  export: measureExport,
};
const alone: Record<string, () => Promise<void>> = {
  navigation: measureNavigation,
  blocking: measureBlocking,
  public: measurePublic,
  search: measureSearch,
  embedded: measureEmbedded,
  first: measureFirstStart,
  creditNightEmbedded: measureCreditNightEmbedded,
  budgets: measureBudgets,
};
const all = [...Object.keys(pieces), ...Object.keys(alone)];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(1);
}
const wanted = asked.length ? asked : all;
console.log(
  `${new Date().toISOString()} · ${cpus().length} × ${cpus()[0]?.model} · ${Math.round(totalmem() / 2 ** 30)} GB · Node ${process.version} · load ${loadavg()[0]?.toFixed(1)}`,
);
buildIfMissing();
const needed = Object.keys(pieces).filter((name) => wanted.includes(name));
if (needed.length) {
  const world = await openWorld();
  try {
    for (const name of needed) await pieces[name]?.(world);
  } finally {
    await world.stop();
  }
}
for (const [name, measure] of Object.entries(alone)) if (wanted.includes(name)) await measure();
console.log(`load at the end ${loadavg()[0]?.toFixed(1)}`);
process.exit(summary() ? 0 : 1);
