import { defineEvents, said } from '~/portal/event';

export const onboarding = defineEvents({ key: 'customer', place: 230 }, [said('customer.joined', '受邀客户已加入', 'system', ['factory'])]);
