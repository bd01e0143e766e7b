import { eventNames } from '../accountEvents';
import { deviceName } from '../device';

/** What happened to an account. */
export const EventName = ({ kind }: { kind: string }) => eventNames[kind] ?? '其他';

/** A user agent by its browser and system. */
export const DeviceName = ({ agent }: { agent: string }) => <span title={agent}>{deviceName(agent)}</span>;
