export const DEMO_PASSWORD = 'Demo#2026';

export const factories = [
  { id: 1001n, code: 'QINGYU', name: '青屿防水科技股份有限公司', shortName: '青屿防水', uscc: 17, apps: ['order', 'credit', 'receivables', 'factory'] },
  { id: 1002n, code: 'YANHE', name: '岩禾建材有限公司', shortName: '岩禾建材', uscc: 29, apps: ['order', 'credit', 'receivables', 'factory'] },
  { id: 1003n, code: 'YUNLING', name: '云岭工程材料有限公司', shortName: '云岭材料', uscc: 41, apps: ['order', 'credit', 'receivables', 'factory'] },
] as const;

/** Departments of the first factory, each below the one named, with the people in it. */
export const departments = [
  { name: '总经办', below: null, people: ['13800000001'] },
  { name: '销售中心', below: null, people: ['13800000009'] },
  { name: '华东销售部', below: '销售中心', people: ['13800000007', '13800000004'] },
  { name: '华南销售部', below: '销售中心', people: ['13800000008'] },
  { name: '财务部', below: null, people: ['13800000005'] },
  { name: '仓储物流部', below: null, people: ['13800000006'] },
] as const;

/** Accounts of the factories. Dealers' accounts stand with their customers. */
export const people = [
  { mobile: '13800000001', name: '林知远', userType: 1, factory: 0, admin: true, role: null },
  { mobile: '13800000004', name: '苏晓禾', userType: 1, factory: 0, admin: false, role: '订单专员' },
  { mobile: '13800000005', name: '方敏之', userType: 1, factory: 0, admin: false, role: '财务' },
  { mobile: '13800000006', name: '郭大川', userType: 1, factory: 0, admin: false, role: '仓管' },
  { mobile: '13800000007', name: '许立诚', userType: 1, factory: 0, admin: false, role: '业务员' },
  { mobile: '13800000008', name: '何静秋', userType: 1, factory: 0, admin: false, role: '业务员' },
  { mobile: '13800000009', name: '顾南星', userType: 1, factory: 0, admin: false, role: '销售经理' },
  { mobile: '13800000011', name: '韩竹青', userType: 1, factory: 1, admin: true, role: null },
  { mobile: '13800000012', name: '贺云舟', userType: 1, factory: 1, admin: false, role: '财务' },
  { mobile: '13800000003', name: '沈嘉木', userType: 3, factory: 2, admin: true, role: null },
] as const;

export const operator = { id: 1000n, name: '汇链通平台运营中心', shortName: '平台运营', mobile: '13800000099', person: '周审言' } as const;
