-- A customer who was erased before also loses their name where they canceled an order that was being picked.
UPDATE put_backs p SET by = 'customer'
FROM orders o JOIN users u ON u.id = o.user_id
WHERE o.id = p.order_id AND u.erased_at IS NOT NULL AND p.by LIKE '% (customer)';
