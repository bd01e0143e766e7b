/** Who may import whom; see architecture section 2. */
const from = (path, pathNot) => ({ path, ...(pathNot ? { pathNot } : {}) });

/** Layers of domains: a domain imports only those of rows before its own, types too. What must run upwards goes through a seam of the lower side (decision 211). */
const ranks = [
  ['region', 'file'],
  ['account'],
  ['role', 'organisation'],
  ['directory'],
  ['workflow'],
  ['message', 'batch'],
  ['settings'],
  ['platform'],
  ['customer'],
  ['project', 'identityVerification', 'onboarding'],
  ['product'],
  ['warehouse'],
  ['stockCount', 'stockTransfer'],
  ['price'],
  ['projectPrice', 'priceStrategy', 'activity'],
  ['finance'],
  ['expense'],
  ['receivable'],
  ['order'],
  ['delivery'],
  ['return'],
  ['billing'],
  ['statement'],
  ['credit'],
  ['repayment'],
  ['receivablePlan'],
  ['creditRule'],
  ['creditApply'],
  ['seal'],
  ['contract'],
  ['collection'],
  ['guard', 'estate', 'expert'],
  ['financing'],
  ['insight', 'help'],
  ['integration'],
  ['intro', 'finding'],
];
const layers = ranks.flatMap((row, index) =>
  row.map((domain) => {
    const below = [domain, ...ranks.slice(0, index).flat()].join('|');
    return { name: `${domain}-imports-lower-domains-only`, severity: 'error', from: from(`^src/domains/${domain}/`), to: { path: '^src/domains/', pathNot: `^src/domains/((${below})/|(subjects|events)\\.ts$)` } };
  }),
);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } } },
    { name: 'shared-imports-nothing', severity: 'error', from: from('^src/shared/'), to: { path: '^src/', pathNot: '^src/shared/' } },
    { name: 'ui-imports-shared-only', severity: 'error', from: from('^src/ui/'), to: { path: '^src/', pathNot: '^src/(ui|shared)/' } },
    { name: 'islands-import-ui-only', severity: 'error', from: from('^src/islands/'), to: { path: '^src/', pathNot: '^src/(islands|ui)/' } },
    { name: 'only-astro-imports-islands', severity: 'error', from: from('^src/', '^src/islands/'), to: { path: '^src/islands/' } },
    { name: 'portal-imports-shared-only', severity: 'error', from: from('^src/portal/'), to: { path: '^src/', pathNot: '^src/(portal|shared)/' } },
    { name: 'shell-knows-calls-of-account-message-batch-tasks-and-finding-only', severity: 'error', from: from('^src/shell/', '\\.astro$'), to: { path: '^src/', pathNot: '^src/(shell|portal|shared|ui|domains/((account|message|batch)/calls|workflow/taskCalls|finding/(calls|finding)))' } },
    { name: 'server-stays-on-the-server', severity: 'error', from: from('^src/(ui|shell|shared|portal|domains/[^/]+/(screens|pickers|slots)|domains/[^/]+/calls)', '\\.(astro|server\\.ts)$'), to: { path: '\\.server\\.ts$' } },
    ...layers,
    { name: 'every-domain-has-a-rank', severity: 'error', from: from('^src/domains/[^/]+/', `^src/domains/(${ranks.flat().join('|')})/`), to: {} },
    { name: 'screens-import-of-other-domains-types-and-pickers-only', severity: 'error', from: from('^src/domains/([^/]+)/(screens|pickers|slots)/'), to: { path: '^src/domains/', pathNot: '^src/domains/(($1|[^/]+/pickers)/|events\\.ts$)', dependencyTypesNot: ['type-only'] } },
    { name: 'no-domain-imports-screens-or-slots-of-another', severity: 'error', from: from('^src/domains/([^/]+)/'), to: { path: '^src/domains/([^/]+)/(screens|slots)/', pathNot: '^src/domains/$1/' } },
    // Browser tests and programs of ours call without the bundler, which finds these by their names.
    { name: 'calls-and-schemas-do-without-what-is-found-by-name', severity: 'error', from: from('^src/domains/.*([cC]alls|\\.schema)\\.ts$'), to: { path: '^src/domains/(subjects|events)\\.ts$', reachable: true } },
    { name: 'server-core-knows-no-domain', severity: 'error', from: from('^src/server/', 'src/server/(web|boot)\\.server'), to: { path: '^src/domains/' } },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' }, tsPreCompilationDeps: true, exclude: { path: '(^|/)dist/' } },
};
