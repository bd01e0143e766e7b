import { dingtalkAnswer, type There } from './dingtalkProtocol';
import { type Asked, type Given, httpServer } from './servers';

export type { There, ThereDepartment, TherePerson } from './dingtalkProtocol';

type Fault = (asked: Asked, at: number) => Given | undefined;

/** A local server that speaks DingTalk's protocol over a directory the test changes. `fault` may answer instead, by the number of the call. */
export async function dingtalkServer(there: There, { appKey = 'dingtest001', secret = 'secret-of-the-test-app' } = {}) {
  const state = { token: 'token-1', fault: undefined as Fault | undefined, calls: 0, mobiles: true, hidden: new Set<string>() };
  const server = await httpServer((asked) => {
    state.calls += 1;
    return state.fault?.(asked, state.calls) ?? { json: dingtalkAnswer(there, asked, { appKey, secret, ...state }) };
  });
  return { ...server, state, appKey, secret };
}
