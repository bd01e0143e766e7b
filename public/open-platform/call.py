# 第三方应用调用接口（Python 3.8 或更新，无需安装依赖）。也可直接运行：
#   PORTAL=https://portal.example.com APP_KEY=… APP_SECRET=… python3 call.py POST /web/saas-ofc/org/order/page '{"pageNo":1}'
import hashlib
import hmac
import json
import os
import secrets
import sys
import time
import urllib.request
from urllib.parse import parse_qsl, quote, urlsplit


def sign(app_key, secret, method, url, body=b""):
    """待签名内容共六行：方法、路径、排序后的参数、内容的SHA-256、时间（秒）、随机串。"""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = "&".join(sorted(quote(name, safe="") + "=" + quote(value, safe="") for name, value in pairs))
    timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
    text = "\n".join([method.upper(), parts.path, query, hashlib.sha256(body).hexdigest(), timestamp, nonce])
    signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    return {"X-App-Key": app_key, "X-Timestamp": timestamp, "X-Nonce": nonce, "X-Signature": signature}


def call(portal, app_key, secret, method, path, data=None, idempotency_key=None):
    """修改类接口请带 idempotency_key：同一笔业务重试时用同一个值，只会生效一次。"""
    body = b"" if method == "GET" else json.dumps(data or {}, ensure_ascii=False).encode()
    headers = {**sign(app_key, secret, method, portal + path, body), "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    request = urllib.request.Request(portal + path, data=None if method == "GET" else body, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def is_from_portal(secret, headers, body):
    """校验收到的推送：body 为原始字节，超过5分钟的不予接受；同一 X-Webhook-Id 只处理一次。"""
    stamp = headers["X-Webhook-Timestamp"]
    right = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(right, headers["X-Webhook-Signature"]) and abs(time.time() - int(stamp)) < 300


if __name__ == "__main__":
    given = json.loads(sys.argv[3]) if len(sys.argv) > 3 else None
    env = os.environ
    answer = call(env["PORTAL"], env["APP_KEY"], env["APP_SECRET"], sys.argv[1], sys.argv[2], given, env.get("IDEMPOTENCY_KEY"))
    print(json.dumps(answer, ensure_ascii=False))
