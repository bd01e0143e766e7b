import { finalError } from './channel';
import { askOutside, type Outward } from './http.server';

export interface VendorAnswer {
  errcode?: number;
  errmsg?: string;
  [more: string]: unknown;
}

const tokens = new Map<string, { token: string; until: number }>();
/** Vendors' codes for a token they no longer take. */
const STALE = new Set([40001, 40014, 42001, 88]);
const EARLY_MS = 5 * 60_000;

/** What went wrong: DingTalk's older calls say 88 and what they mean beside it. */
const codeOf = ({ errcode = 0, sub_code }: VendorAnswer): number => (errcode === 88 && Number(sub_code) ? Number(sub_code) : errcode);
const refused = (said: string, code: number, final = false): Error => Object.assign(final ? finalError(said) : new Error(said), { vendorCode: code });
/** The vendor's own code for its refusal; null: no refusal, but no answer one can use. */
export const vendorCodeOf = (error: unknown): number | null => (error instanceof Error && 'vendorCode' in error && Number(error.vendorCode)) || null;

/** A call to DingTalk or WeChat: the status says little, `errcode` says it all. */
export async function askVendor(vendor: string, url: string, request: Outward = {}): Promise<VendorAnswer> {
  const { status, json } = await askOutside(url, request);
  if (status !== 200 || typeof json !== 'object' || json === null) throw new Error(`${vendor}返回 HTTP ${status}`);
  return json as VendorAnswer;
}

/** The vendor's access token, kept until shortly before it ends. */
async function tokenOf(key: string, fetchToken: () => Promise<VendorAnswer>): Promise<string> {
  const held = tokens.get(key);
  if (held && held.until > Date.now()) return held.token;
  const answer = await fetchToken();
  if (typeof answer['access_token'] !== 'string') throw refused(`未取得访问凭证：${answer.errmsg ?? ''}（${answer.errcode ?? ''}）`, codeOf(answer));
  tokens.set(key, { token: answer['access_token'], until: Date.now() + Number(answer['expires_in'] ?? 7200) * 1000 - EARLY_MS });
  return answer['access_token'];
}

/** Runs `work` with a token, once more with a fresh one when the vendor calls the first stale. Codes in `final` are not tried again. */
export async function withToken(
  vendor: string,
  key: string,
  fetchToken: () => Promise<VendorAnswer>,
  work: (token: string) => Promise<VendorAnswer>,
  final: ReadonlySet<number>,
): Promise<VendorAnswer> {
  for (let again = false; ; again = true) {
    const answer = await work(await tokenOf(key, fetchToken));
    const code = codeOf(answer);
    if (code === 0) return answer;
    if (STALE.has(code) && !again) {
      tokens.delete(key);
      continue;
    }
    const said = `${vendor}拒绝：${answer.errmsg ?? ''}（${code}）`;
    throw refused(said, code, final.has(code));
  }
}
