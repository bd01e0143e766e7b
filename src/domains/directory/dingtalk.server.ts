import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { config } from '~/server/config.server';
import { log } from '~/server/log.server';
import { askVendor, type VendorAnswer, vendorCodeOf, withToken } from '~/server/outgoing/vendorToken.server';

const NAME = '钉钉';
/** 90002, 90005, 90006, 90018: too many calls; 88 without a second code and −1: busy. Everything else stays as it is however often one asks. */
const PASSING = new Set([88, 90002, 90005, 90006, 90018, -1]);
const STALE = new Set([40014, 42001]);
const ATTEMPTS = 6;
const NO_CODES: ReadonlySet<number> = new Set();

export interface DingtalkApp {
  appKey: string;
  secret: string;
}
/** How patiently it is asked; tests hurry. */
export interface Pace {
  /** Between two calls: DingTalk takes 20 a second of each kind from one application. */
  gapMs: number;
  /** Before the first repetition; doubled each time. */
  waitMs: number;
  timeoutMs: number;
}
export const usualPace: Pace = { gapMs: 65, waitMs: 800, timeoutMs: 8_000 };

/** Makes one call with what the vendor documents as its body; gives the `result` of its answer. What is not `whole` is asked for again. */
export type Ask = (path: string, body: object, whole?: (result: Record<string, unknown>) => boolean) => Promise<Record<string, unknown>>;

/**
 * Calls of one in-house application, one after the other. A lost, late, broken or throttled answer is asked for again after growing pauses;
 * what still fails then is thrown with DingTalk's own words. `alive` is called before each call.
 */
export function dingtalkOf({ appKey, secret }: DingtalkApp, pace: Pace = usualPace, alive: () => Promise<void> = async () => {}): Ask {
  let last = 0;
  const once = async (path: string, body: object) => {
    await pause(Math.max(0, last + pace.gapMs - Date.now()));
    last = Date.now();
    const base = config().DINGTALK_URL;
    const outward = { allowPrivate: true, timeoutMs: pace.timeoutMs };
    // Another secret of the same application must prove itself anew.
    const key = `${base} ${appKey} ${createHash('sha256').update(secret).digest('base64url')}`;
    const asked = new URLSearchParams({ appkey: appKey, appsecret: secret });
    const answer = await withToken(
      NAME,
      key,
      () => askVendor(NAME, `${base}/gettoken?${asked}`, { method: 'GET', ...outward }),
      (token) => askVendor(NAME, `${base}${path}?${new URLSearchParams({ access_token: token })}`, { body, ...outward }),
      NO_CODES,
    );
    return resultOf(answer);
  };
  return async (path, body, whole = () => true) => {
    for (let attempt = 1; ; attempt++) {
      await alive();
      try {
        const result = await once(path, body);
        if (!whole(result)) throw incomplete();
        return result;
      } catch (error) {
        const code = vendorCodeOf(error);
        const passing = code === null || PASSING.has(code) || STALE.has(code);
        if (!passing || attempt === ATTEMPTS) throw error;
        log.info({ path, attempt, reason: String(error) }, 'dingtalk asked again');
        await pause(pace.waitMs * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4));
      }
    }
  };
}

/** Half an answer is none: nobody may be taken for gone because a page was cut off. */
function resultOf(answer: VendorAnswer): Record<string, unknown> {
  const { result } = answer;
  if (answer.errcode !== 0 || typeof result !== 'object' || result === null) throw incomplete();
  return Array.isArray(result) ? { list: result } : (result as Record<string, unknown>);
}
export const incomplete = (): Error => new Error(`${NAME}返回的数据不完整`);
