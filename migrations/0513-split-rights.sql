-- Whether prices below the floor may pass was said among the order settings and has been said with the order of prices since: whoever kept
-- the settings then keeps it still, and opens the page it is on.
update role set permissions = permissions
  || array(select code from unnest(array['PTN:SUPPLIER:CHAIN_PRICE:MANAGE', 'PTN:SUPPLIER:CHAIN_PRICE:CONFIG']) code where not code = any(permissions))
where 'PTN:SUPPLIER:CHAIN_CONFIG:MANAGE' = any(permissions);
