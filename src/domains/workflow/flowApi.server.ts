import { addChore } from '~/server/jobs.server';
import { subscribe } from '~/server/outbox.server';
import { clockOf } from '~/server/tenantChore.server';
import { fireTimers, moveTasksOfLeaver } from './flowTimer.server';

addChore({ name: 'approval-timers', title: '审批超时处理', everySeconds: 30, run: fireTimers });
subscribe('member.disabled', {
  name: 'approval-tasks',
  title: '停用账号的待办审批',
  async take(tx, events, now) {
    for (const { tenantId, payload } of events) {
      const { name } = await tx.selectFrom('tenant').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow();
      await moveTasksOfLeaver(tx, clockOf({ id: tenantId, name }), (payload as { memberId: string }).memberId, now);
    }
  },
});
