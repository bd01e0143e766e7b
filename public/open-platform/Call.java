// 第三方应用调用接口（Java 17 或更新，无需依赖）。也可直接运行：
//   PORTAL=https://portal.example.com APP_KEY=… APP_SECRET=… java Call.java POST /web/saas-ofc/org/order/page '{"pageNo":1}'
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Call {
  /** RFC 3986：除字母、数字和 -._~ 外都写成 %XX。 */
  static String written(String text) {
    StringBuilder out = new StringBuilder();
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      char sign = (char) (one & 0xff);
      boolean plain = sign < 128 && (Character.isLetterOrDigit(sign) || "-._~".indexOf(sign) >= 0);
      out.append(plain ? String.valueOf(sign) : String.format("%%%02X", one & 0xff));
    }
    return out.toString();
  }

  static String sortedQuery(String query) {
    if (query == null || query.isEmpty()) return "";
    return Arrays.stream(query.split("&")).map(pair -> {
      String[] halves = pair.split("=", 2);
      String name = URLDecoder.decode(halves[0], StandardCharsets.UTF_8);
      String value = halves.length > 1 ? URLDecoder.decode(halves[1], StandardCharsets.UTF_8) : "";
      return written(name) + "=" + written(value);
    }).sorted().collect(Collectors.joining("&"));
  }

  static String hmac(String secret, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** 待签名内容共六行：方法、路径、排序后的参数、内容的SHA-256、时间（秒）、随机串。 */
  static HttpRequest signed(String appKey, String secret, String method, URI uri, byte[] body, String idempotencyKey) throws Exception {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String nonce = HexFormat.of().formatHex(random);
    String timestamp = String.valueOf(System.currentTimeMillis() / 1000);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    String text = String.join("\n", method.toUpperCase(), uri.getRawPath(), sortedQuery(uri.getRawQuery()), digest, timestamp, nonce);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri)
        .header("Content-Type", "application/json")
        .header("X-App-Key", appKey)
        .header("X-Timestamp", timestamp)
        .header("X-Nonce", nonce)
        .header("X-Signature", hmac(secret, text));
    if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
    return request.method(method, method.equals("GET") ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body)).build();
  }

  /** 校验收到的推送：body 为原始内容；同一 X-Webhook-Id 只处理一次。 */
  static boolean isFromPortal(String secret, String timestamp, String signature, String body) throws Exception {
    boolean recent = Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) < 300;
    byte[] right = hmac(secret, timestamp + "." + body).getBytes(StandardCharsets.UTF_8);
    return recent && MessageDigest.isEqual(right, signature.getBytes(StandardCharsets.UTF_8));
  }

  public static void main(String[] given) throws Exception {
    byte[] body = given[0].equals("GET") ? new byte[0] : (given.length > 2 ? given[2] : "{}").getBytes(StandardCharsets.UTF_8);
    URI uri = URI.create(System.getenv("PORTAL") + given[1]);
    HttpRequest request = signed(System.getenv("APP_KEY"), System.getenv("APP_SECRET"), given[0], uri, body, System.getenv("IDEMPOTENCY_KEY"));
    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
