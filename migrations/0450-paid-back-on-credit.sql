-- A repayment may be taken back, or turn out to have paid something else, after goods it had paid were given back in money: what was paid out is owed then.
alter table receivable drop constraint receivable_returned;
alter table receivable add constraint receivable_returned
  check ((refunded <= settled or credit_order_id is not null) and refunded <= returned and settled - refunded + "offset" + returned <= greatest(amount, 0));
