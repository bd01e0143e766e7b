-- What an order has held and paid is right whoever moved the money: also people whose role does not show them that order.
alter function order_money_at_start() security definer set search_path = public;
alter function order_held() security definer set search_path = public;
alter function order_paid() security definer set search_path = public;
