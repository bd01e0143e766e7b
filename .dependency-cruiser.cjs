/** Who may import whom; see architecture section 2. */
const from = (path, pathNot) => ({ path, ...(pathNot ? { pathNot } : {}) });
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } } },
    { name: 'shared-imports-nothing', severity: 'error', from: from('^src/shared/'), to: { path: '^src/', pathNot: '^src/shared/' } },
    { name: 'ui-imports-shared-only', severity: 'error', from: from('^src/ui/'), to: { path: '^src/', pathNot: '^src/(ui|shared)/' } },
    { name: 'portal-imports-shared-only', severity: 'error', from: from('^src/portal/'), to: { path: '^src/', pathNot: '^src/(portal|shared)/' } },
    { name: 'shell-knows-calls-of-account-message-batch-and-finding-only', severity: 'error', from: from('^src/shell/', '\\.astro$'), to: { path: '^src/', pathNot: '^src/(shell|portal|shared|ui|domains/((account|message|batch)/calls|finding/(calls|finding)))' } },
    { name: 'server-stays-on-the-server', severity: 'error', from: from('^src/(ui|shell|shared|portal|domains/[^/]+/(screens|pickers)|domains/[^/]+/calls)', '\\.(astro|server\\.ts)$'), to: { path: '\\.server\\.ts$' } },
    { name: 'screens-mount-other-domains-pickers-only', severity: 'error', from: from('^src/domains/([^/]+)/(screens|pickers)/'), to: { path: '^src/domains/([^/]+)/screens/', pathNot: '^src/domains/$1/screens/' } },
    { name: 'server-core-knows-no-domain', severity: 'error', from: from('^src/server/', 'src/server/(web|boot)\\.server'), to: { path: '^src/domains/' } },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' }, tsPreCompilationDeps: true, exclude: { path: '(^|/)dist/' } },
};
