import { eventsOf } from '~/domains/events';

/** Events a group may hear of: those the factory's people are told. */
export const robotEvents = eventsOf('factory').filter((event) => !event.personal && event.kind !== 'account.login' && !event.kind.startsWith('member.'));
