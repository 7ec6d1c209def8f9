/** A certificate for localhost that nobody trusts, for the tests of TLS alone; good until 2126. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUZa/BB6/wX6B6+65/+R9wHiR9Uu4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEzMTgyMloYDzIxMjYxMDI4
MTMxODIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATXxjXnCS6blkxPAkR7wpzOgnPP1YjdZj2v02GcQ0up7Zjxf8C7ab/0
Xaq01GS0/thnpQyva5ghZ7xDPiLLOh7Zo28wbTAdBgNVHQ4EFgQUQpXXxsRx+ZdX
pc1FELrqGzojkE4wHwYDVR0jBBgwFoAUQpXXxsRx+ZdXpc1FELrqGzojkE4wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgeYgofXld2US1MrQRnVh68k1JabFuqgD/BjzJgTq3a6ACIFLS
M9homC+ra+55MVqs9Yy/0EpaUVdUcMihLx0pj1aE
-----END CERTIFICATE-----
`;

/** Its key, as public as the certificate. */
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+JWpP+7ABxH66Vkn
jY83kwDZc6A+L4ewVH3y8SLldFShRANCAATXxjXnCS6blkxPAkR7wpzOgnPP1Yjd
Zj2v02GcQ0up7Zjxf8C7ab/0Xaq01GS0/thnpQyva5ghZ7xDPiLLOh7Z
-----END PRIVATE KEY-----
`;
