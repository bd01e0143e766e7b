-- What is overdue with one salesperson's customers is read in the order it fell due, off that person's own open debts instead of everybody's.
create index receivable_sales_open on receivable (tenant_id, sales_member_id, due_date, id)
  where status in ('OPEN', 'PART') and credit_order_id is null;
