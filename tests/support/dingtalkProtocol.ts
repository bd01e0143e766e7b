export interface ThereDepartment {
  id: number;
  parent: number;
  name: string;
}
export interface TherePerson {
  userid: string;
  name: string;
  mobile?: string;
  title?: string;
  departments: number[];
  state?: string;
}
/** A company's directory at DingTalk, to be changed by a test as its people would. */
export interface There {
  departments: ThereDepartment[];
  people: TherePerson[];
}
/** What an application of the company is, and may see. */
export interface App {
  appKey: string;
  secret: string;
  token: string;
  mobiles: boolean;
  hidden: ReadonlySet<string>;
}
interface Asked {
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: what is read of a request is the protocol's claim
  body: any;
}

/**
 * DingTalk's protocol as documented: gettoken; v2/department/listsub gives the next level alone; v2/user/list gives a page and a cursor;
 * v2/user/get.
 */
export function dingtalkAnswer(there: There, asked: Asked, app: App): object {
  if (asked.path === '/gettoken') {
    const known = asked.query.get('appkey') === app.appKey && asked.query.get('appsecret') === app.secret;
    return known ? { errcode: 0, errmsg: 'ok', access_token: app.token, expires_in: 7200 } : { errcode: 40089, errmsg: '不合法的corpid或corpsecret' };
  }
  if (asked.query.get('access_token') !== app.token)
    return { errcode: 88, sub_code: '40014', errmsg: 'ding talk error[subcode=40014]', sub_msg: '不合法的access_token' };
  return resultOf(there, asked, app);
}

function resultOf(there: There, { path, body }: Asked, { mobiles, hidden }: App): object {
  const ok = (result: unknown) => ({ errcode: 0, errmsg: 'ok', request_id: 'r', result });
  const shown = (one: TherePerson) => ({
    ...{ userid: one.userid, unionid: `u-${one.userid}`, name: one.name, title: one.title ?? '', state_code: one.state ?? '86', active: true, leader: false },
    ...(mobiles && one.mobile ? { mobile: one.mobile } : {}),
    dept_id_list: one.departments,
  });
  const seen = there.people.filter((one) => !hidden.has(one.userid));
  if (path === '/topapi/v2/department/listsub')
    return ok(
      there.departments
        .filter((one) => one.parent === body.dept_id)
        .map((one) => ({ dept_id: one.id, name: one.name, parent_id: one.parent, auto_add_user: true, create_dept_group: true })),
    );
  if (path === '/topapi/v2/user/list') {
    const all = seen.filter((one) => one.departments.includes(body.dept_id));
    const page = all.slice(body.cursor, body.cursor + body.size);
    const more = body.cursor + body.size < all.length;
    return ok({ has_more: more, ...(more ? { next_cursor: body.cursor + body.size } : {}), list: page.map(shown) });
  }
  if (path === '/topapi/v2/user/get') {
    if (hidden.has(body.userid)) return { errcode: 88, sub_code: '50002', errmsg: 'ding talk error[subcode=50002]', sub_msg: '企业中的员工不在授权范围内' };
    const one = seen.find((each) => each.userid === body.userid);
    return one ? ok(shown(one)) : { errcode: 60121, errmsg: '找不到该用户' };
  }
  return { errcode: 404, errmsg: '请求的URI地址不存在' };
}
