import type { Guide } from '../guide.ts';

export const guide: Guide = {
  steps: [
    {
      title: 'installLibrary',
      text: ['springResourceServer'],
      samples: [
        {
          language: 'xml',
          file: 'pom.xml',
          code: `<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-web</artifactId>
</dependency>
<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-oauth2-resource-server</artifactId>
</dependency>`,
        },
      ],
    },
    {
      title: 'configure',
      text: ['springApiSettings'],
      samples: [
        {
          language: 'yaml',
          file: 'src/main/resources/application.yaml',
          code: `server:
  port: 4000
postern:
  issuer: {{issuer}}
  jwks-uri: {{jwksUri}}
  audience: {{indicator}}`,
        },
      ],
    },
    {
      title: 'verify',
      text: ['verifyToken', 'springTokenType'],
      samples: [
        {
          language: 'java',
          file: 'SecurityConfiguration.java',
          code: `@Configuration
@EnableWebSecurity
public class SecurityConfiguration {

  @Bean
  SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http
        .authorizeHttpRequests(requests -> requests
            .requestMatchers("/orders").hasAuthority("SCOPE_{{scope}}")
            .anyRequest().authenticated())
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .build();
  }

  @Bean
  JwtDecoder jwtDecoder(
      @Value("\${postern.issuer}") String issuer,
      @Value("\${postern.jwks-uri}") String jwksUri,
      @Value("\${postern.audience}") String audience) {
    var decoder = NimbusJwtDecoder.withJwkSetUri(jwksUri)
        .jwsAlgorithm(SignatureAlgorithm.ES256)
        .jwsAlgorithm(SignatureAlgorithm.RS256)
        .jwtProcessorCustomizer(processor -> processor.setJWSTypeVerifier(
            new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt"))))
        .build();
    decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
        new JwtTimestampValidator(),
        new JwtIssuerValidator(issuer),
        new JwtClaimValidator<List<String>>("aud", values -> values != null && values.contains(audience))));
    return decoder;
  }
}`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['springScope'],
      samples: [
        {
          language: 'java',
          file: 'OrdersController.java',
          code: `@RestController
public class OrdersController {

  @GetMapping("/orders")
  Map<String, Object> list(@AuthenticationPrincipal Jwt token) {
    return Map.of("for", token.getSubject(), "orders", List.of());
  }
}`,
        },
      ],
    },
    {
      title: 'tryIt',
      text: ['apiTry'],
      samples: [
        {
          language: 'sh',
          code: `TOKEN=$(curl --silent {{tokenEndpoint}} \\
  --user "machine-app-id:machine-app-secret" \\
  --data grant_type=client_credentials \\
  --data resource={{indicator}} \\
  --data-urlencode "scope={{scope}}" | jq --raw-output .access_token)

curl --include http://localhost:4000/orders --header "authorization: Bearer $TOKEN"`,
        },
      ],
    },
  ],
};
