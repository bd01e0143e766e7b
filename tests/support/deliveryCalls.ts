import '~/domains/delivery/api.server';
import { saveDelivery } from '~/domains/delivery/calls';
import type { Me } from '~/portal/me';
import { answerAs } from '~/server/serve.server';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { NOON } from './catalogue';

/** Over the pipeline, with an Idempotency-Key. */
export const calls = {
  save: async (me: Me, input: InputOf<typeof saveDelivery>, key: string) =>
    (await answerAs(me, saveDelivery, input, { now: NOON, address: '', agent: '', sessionHash: null, idempotencyKey: key })) as AnswerOf<typeof saveDelivery>,
};
