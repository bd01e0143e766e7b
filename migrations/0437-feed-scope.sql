-- Calendar addresses name a customer where a dealer made them: whoever sees some customers only sees theirs.
call scope_table('repay_feed', 'customer_id', null);
