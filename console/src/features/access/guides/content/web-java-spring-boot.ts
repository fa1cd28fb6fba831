import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8080/login/oauth2/code/postern',
  postSignOutUri: 'http://localhost:8080/',
  steps: [
    {
      title: 'installLibrary',
      text: ['springStarter'],
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
  <artifactId>spring-boot-starter-oauth2-client</artifactId>
</dependency>`,
        },
      ],
    },
    {
      title: 'configure',
      text: ['springSettings'],
      samples: [
        {
          language: 'yaml',
          file: 'src/main/resources/application.yaml',
          code: `spring:
  security:
    oauth2:
      client:
        registration:
          postern:
            client-id: {{appId}}
            client-secret: {{appSecret}}
            scope: openid,profile,email
            authorization-grant-type: authorization_code
            redirect-uri: "{{redirectUri}}"
        provider:
          postern:
            issuer-uri: {{issuer}}
            user-name-attribute: sub`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'security',
      text: ['springChain', 'springAlgorithm'],
      samples: [
        {
          language: 'java',
          file: 'SecurityConfiguration.java',
          code: `@Configuration
@EnableWebSecurity
public class SecurityConfiguration {

  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signOut.setPostLogoutRedirectUri("{{postSignOutUri}}");
    return http
        .authorizeHttpRequests(requests -> requests.requestMatchers("/").permitAll().anyRequest().authenticated())
        .oauth2Login(Customizer.withDefaults())
        .logout(logout -> logout.logoutSuccessHandler(signOut))
        .build();
  }

  @Bean
  JwtDecoderFactory<ClientRegistration> idTokenDecoders() {
    var decoders = new OidcIdTokenDecoderFactory();
    decoders.setJwsAlgorithmResolver(registration -> SignatureAlgorithm.ES256);
    return decoders;
  }
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['springUser'],
      samples: [
        {
          language: 'java',
          file: 'AccountController.java',
          code: `@RestController
public class AccountController {

  @GetMapping("/")
  String home() {
    return "<a href='/oauth2/authorization/postern'>Sign in</a> <a href='/logout'>Sign out</a>";
  }

  @GetMapping("/account")
  Map<String, Object> account(@AuthenticationPrincipal OidcUser user) {
    return user.getClaims();
  }
}`,
        },
      ],
    },
  ],
};
