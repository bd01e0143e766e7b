import { outboundMessageStates } from './outbox';

/** What people call the codes its records keep, by field: log entries are read in these words. */
export const fieldWords = {
  state: outboundMessageStates,
};
