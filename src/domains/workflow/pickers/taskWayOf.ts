import { call } from '~/shell/call';
import { taskWay } from '../taskCalls';

/** With whom a document is now, in a sentence; '' when its approval is over. */
export const taskWayOf = async (type: string, id: string): Promise<string> => (await call(taskWay, { type, id, ahead: false })).said;
