-- Dictionaries: what the platform offers, and what each tenant renames, orders, switches off or adds.

-- Reference data without a tenant; comes with the product.
create table dict_platform_item (
  category text not null,
  code text not null,
  name text not null,
  sort int not null,
  color text not null default 'neutral',
  primary key (category, code)
);
grant select on dict_platform_item to portal_app;

-- A tenant's own item, or its version of the platform's item of the same code.
create table dict_item (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  category text not null,
  code text not null,
  name text not null,
  sort int not null default 0,
  color text not null default 'neutral',
  enabled boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, category, code),
  unique (tenant_id, category, name)
);
call guard_table('dict_item');

insert into dict_item (tenant_id, id, category, code, name, sort)
  select distinct on (tenant_id, name) tenant_id, id, 'customer_level', code, name, sort from customer_level order by tenant_id, name, sort;
update customer c set level_id = kept.id
  from customer_level gone join dict_item kept on kept.tenant_id = gone.tenant_id and kept.name = gone.name and kept.category = 'customer_level'
  where c.tenant_id = gone.tenant_id and c.level_id = gone.id and kept.id <> gone.id;
alter table customer drop constraint customer_tenant_id_level_id_fkey;
alter table customer add foreign key (tenant_id, level_id) references dict_item (tenant_id, id);
drop table customer_level;

insert into dict_platform_item (category, code, name, sort, color) values
  ('carrier', 'SF', '顺丰速运', 1, 'neutral'),
  ('carrier', 'DBL', '德邦物流', 2, 'neutral'),
  ('carrier', 'ANE', '安能物流', 3, 'neutral'),
  ('carrier', 'KYE', '跨越速运', 4, 'neutral'),
  ('carrier', 'YMDD', '壹米滴答', 5, 'neutral'),
  ('carrier', 'BEST', '百世快运', 6, 'neutral'),
  ('carrier', 'JD', '京东物流', 7, 'neutral'),
  ('carrier', 'ZTO', '中通快递', 8, 'neutral'),
  ('carrier', 'YTO', '圆通速递', 9, 'neutral'),
  ('carrier', 'STO', '申通快递', 10, 'neutral'),
  ('carrier', 'YD', '韵达快递', 11, 'neutral'),
  ('carrier', 'EMS', '中国邮政', 12, 'neutral'),
  ('order_cancel_reason', 'DUPLICATE', '重复下单', 1, 'neutral'),
  ('order_cancel_reason', 'WRONG', '商品或数量下错', 2, 'neutral'),
  ('order_cancel_reason', 'SHORT', '缺货，客户不再等待', 3, 'neutral'),
  ('order_cancel_reason', 'PROJECT', '工程暂停或取消', 4, 'neutral'),
  ('order_cancel_reason', 'PRICE', '价格未谈妥', 5, 'neutral'),
  ('order_reject_reason', 'PRICE', '价格需要重新确认', 1, 'neutral'),
  ('order_reject_reason', 'OVERDUE', '有逾期款未结清', 2, 'neutral'),
  ('order_reject_reason', 'ADDRESS', '收货信息不完整', 3, 'neutral'),
  ('order_reject_reason', 'SHORT', '库存不足，请调整数量', 4, 'neutral'),
  ('order_close_reason', 'SHORT', '缺货无法补发', 1, 'neutral'),
  ('order_close_reason', 'ENOUGH', '客户已够用', 2, 'neutral'),
  ('order_close_reason', 'STOPPED', '商品停产', 3, 'neutral'),
  ('refuse_reason', 'DAMAGE', '外包装破损', 1, 'neutral'),
  ('refuse_reason', 'WRONG', '型号不符', 2, 'neutral'),
  ('refuse_reason', 'EXCESS', '数量多于订单', 3, 'neutral'),
  ('refuse_reason', 'LATE', '到货过晚', 4, 'neutral'),
  ('pay_reject_reason', 'MISSING', '银行流水中未查到该笔款项', 1, 'neutral'),
  ('pay_reject_reason', 'AMOUNT', '金额与凭证不符', 2, 'neutral'),
  ('pay_reject_reason', 'PAYER', '付款方与客户名称不符', 3, 'neutral');
