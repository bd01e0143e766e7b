import { saveContact } from '~/domains/customer/contact.server';
import { saveInvoiceTitle } from '~/domains/customer/invoiceTitle.server';
import { projectKinds, projectStages } from '~/domains/project/project';
import { ProjectInput } from '~/domains/project/project.schema';
import { createProject, moveProject } from '~/domains/project/projectSave.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { placeOf } from './customers.server';
import type { DemoDealer } from './dealers';
import type { Random } from './random';

const sites = ['云庐二期', '滨江中心', '金海湾花园', '科创产业园', '实验学校扩建', '人民医院新院区', '地铁上盖商业', '物流基地一期', '湖畔别院', '体育馆改造'];
const builders = ['中筑置业', '远澜地产', '城投集团', '安和发展'];

/** Construction projects of the first customers, in every stage and state, and what else belongs to a customer's file. */
export async function makeProjects(tx: Tx, me: Me, customers: readonly { customerId: string; dealer: DemoDealer }[], random: Random): Promise<void> {
  const today = shanghaiDate(new Date());
  const stages = Object.keys(projectStages);
  const kinds = Object.keys(projectKinds);
  for (const [index, { customerId, dealer }] of customers.slice(0, 10).entries()) {
    const made = await createProject(
      tx,
      me,
      ProjectInput.parse({
        name: `${dealer.place.names}${sites[index % sites.length]}`,
        customerId,
        developer: builders[index % builders.length],
        contractor: `${dealer.place.names}第${(index % 5) + 1}建筑工程公司`,
        kind: kinds[index % kinds.length],
        stage: stages[index % stages.length],
        ...placeOf(dealer),
        expectedQty: String(random.whole(20, 400) * 100),
        expectedUnit: '平方米',
        expectedAmount: `${random.whole(10, 200)}0000.00`,
        startDate: addDays(today, -30 * index),
        endDate: addDays(today, 120 + 30 * index),
        contacts: [{ name: dealer.contact, role: '项目经理', mobile: dealer.mobile }],
        confirm: true,
      }),
    );
    if (index === 7) await moveProject(tx, me, { id: made.id, version: 1, to: 'PAUSED', reason: '等待施工许可' });
    if (index === 8) await moveProject(tx, me, { id: made.id, version: 1, to: 'DONE', reason: '' });
    if (index % 3 === 0) await completeFile(tx, me, customerId, dealer);
  }
}

async function completeFile(tx: Tx, me: Me, customerId: string, dealer: DemoDealer): Promise<void> {
  await saveContact(tx, me, {
    id: '',
    customerId,
    isMain: false,
    name: '周会计',
    role: '财务',
    mobile: dealer.mobile.replace('139', '137'),
    email: '',
    remark: '',
  });
  await saveInvoiceTitle(tx, me, {
    id: '',
    customerId,
    title: dealer.name,
    taxNo: '',
    bank: `中国工商银行${dealer.place.names}分行`,
    bankAccount: `62220200${dealer.mobile}`,
    address: dealer.street,
    phone: '',
    email: '',
    isDefault: true,
  });
}
