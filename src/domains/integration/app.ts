import { scopeKinds } from '~/portal/scope';
import { stateTable } from '~/shared/states';

/** A program that calls the portal in the tenant's name, with rights of its own. */
export type AppState = 'ENABLED' | 'DISABLED' | 'REVOKED';
export const appStates: Record<AppState, string> = { ENABLED: '启用', DISABLED: '已停用', REVOKED: '已注销' };
/** Revoked is for good. */
export const isEditable = (state: string): boolean => state !== 'REVOKED';
export const appFlow = stateTable<AppState>(appStates, { ENABLED: ['DISABLED', 'REVOKED'], DISABLED: ['ENABLED', 'REVOKED'], REVOKED: [] });

export type AppKind = 'LIVE' | 'SANDBOX';
export const appKinds: Record<AppKind, string> = { LIVE: '正式', SANDBOX: '沙箱' };

/** A program is nobody's colleague: it sees all, or places. */
export type AppScope = 'ALL' | 'REGION' | 'WAREHOUSE';
export const appScopes: Record<AppScope, string> = { ALL: scopeKinds.ALL, REGION: scopeKinds.REGION, WAREHOUSE: scopeKinds.WAREHOUSE };

export const MOST_PER_MINUTE = 6_000;
export const MOST_PER_DAY = 5_000_000;
/** How long a changed secret may open beside the new one. */
export const MOST_OLD_HOURS = 24;
export const TOKEN_SECONDS = 7_200;
