-- What each movement made of the value of the goods on hand, in 元, exactly; the value of any past day is that of now without what came after.
-- Movements of before know neither the average they left nor what they changed: both are worked out once, in the order they happened.
alter table stock_ledger add column after_cost numeric(18,6), add column d_value numeric(34,10);
create index stock_ledger_value on stock_ledger (tenant_id, at) include (warehouse_id, d_value) where d_value <> 0;

do $$
declare
  one record;
  last_warehouse uuid;
  last_sku uuid;
  last_tenant bigint;
  had numeric(18,4);
  average numeric(18,6);
  was numeric;
begin
  for one in select tenant_id, id, warehouse_id, sku_id, d_on_hand, after_on_hand, cost from stock_ledger order by tenant_id, warehouse_id, sku_id, seq loop
    if last_tenant is distinct from one.tenant_id or last_warehouse is distinct from one.warehouse_id or last_sku is distinct from one.sku_id then
      had := one.after_on_hand - one.d_on_hand;
      average := 0;
    end if;
    was := had * average;
    if one.cost is not null and one.d_on_hand <> 0 and one.after_on_hand <> 0 then
      average := round(greatest(had * average + one.d_on_hand * one.cost, 0) / one.after_on_hand, 6);
    end if;
    update stock_ledger set after_cost = average, d_value = one.after_on_hand * average - was where tenant_id = one.tenant_id and id = one.id;
    had := one.after_on_hand;
    last_tenant := one.tenant_id;
    last_warehouse := one.warehouse_id;
    last_sku := one.sku_id;
  end loop;
end $$;
